import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { MAIL_KINDS, type MailKind } from "#app/domain/mail/kinds/mail-kinds.ts";
import { listMails } from "#app/domain/mail/outbox/list-mails.ts";
import { sendTestMail } from "#app/domain/mail/outbox/send-test-mail.ts";
import { readMailSettings } from "#app/domain/mail/settings/mail-settings.ts";
import { saveMailSettings } from "#app/domain/mail/settings/save-mail-settings.ts";
import { MAIL_LANGUAGES, type MailLanguage } from "#app/domain/mail/texts/languages.ts";
import { formAction } from "../form-action.ts";
import { keepWhenOffline } from "../keep-when-offline.ts";
import { openAdmin } from "../open-admin.ts";
import { revalidateUnlessRefused } from "../revalidate-unless-refused.ts";
import { EmailsEditor } from "./emails-editor.tsx";

const SHOWN = 25;

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { shop, clock, db, mail } = context;
  const [settings, mails] = await Promise.all([
    readMailSettings(db.prisma, shop.id),
    listMails(context, { limit: SHOWN }),
  ]);
  return {
    settings,
    isSetUp: mail.transport !== null,
    store: {
      name: shop.name,
      zone: shop.ianaTimezone,
      currency: shop.currency,
      contactEmail: shop.contactEmail,
      now: clock.now().toISOString(),
    },
    shown: readShown(new URL(request.url).searchParams),
    mails: mails.map(({ id, customerId, createdAt, kind, customerName, state, reason }) => ({
      ...{ customerId: String(customerId), kind, customerName, state, reason },
      id: String(id),
      at: formats.instant(createdAt, shop.ianaTimezone),
    })),
  };
}

/** The email that an address asks to preview; the receipt of a cancellation, in English, where it says nothing that can be. */
function readShown(params: URLSearchParams): { kind: MailKind; language: MailLanguage } {
  const kind = MAIL_KINDS.find((one) => one.kind === params.get("kind"))?.kind;
  const language = MAIL_LANGUAGES.find((one) => one === params.get("language"));
  return { kind: kind ?? "subscription_cancelled", language: language ?? "en" };
}

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), version: z.string(), input: z.unknown() }),
  z.object({
    intent: z.literal("test"),
    kind: z.enum(MAIL_KINDS.map(({ kind }) => kind) as [MailKind, ...MailKind[]]),
    language: z.enum(MAIL_LANGUAGES),
    address: z.string(),
    input: z.unknown(),
  }),
]);

export const action = formAction(submissionSchema, async ({ context, input: submission }) => {
  if (submission.intent === "save") return saveMailSettings(context, submission);
  await sendTestMail(context, submission);
  return { outcome: "tested" as const };
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function Emails() {
  return <EmailsEditor {...useLoaderData<typeof loader>()} />;
}
