import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import { z } from "zod";
import { listOffers } from "#app/domain/churn/offers/list-offers.ts";
import { listReasons } from "#app/domain/churn/reasons/list-reasons.ts";
import { orderReasons } from "#app/domain/churn/reasons/order-reasons.ts";
import { saveReason } from "#app/domain/churn/reasons/save-reason.ts";
import { setReasonActive } from "#app/domain/churn/reasons/set-reason-active.ts";
import {
  DEFAULT_REASON_TITLES,
  REASON_ALIASES,
} from "#app/domain/subscriptions/cancellation-reasons.ts";
import { formAction } from "../form-action.ts";
import { readId } from "../input/read-id.ts";
import { keepWhenOffline } from "../keep-when-offline.ts";
import { openAdmin } from "../open-admin.ts";
import { revalidateUnlessRefused } from "../revalidate-unless-refused.ts";
import { ReasonEditor } from "./reason-editor.tsx";
import { ReasonList } from "./reason-list.tsx";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const [reasons, offers] = await Promise.all([listReasons(context), listOffers(context)]);
  return {
    reasons: reasons.map((reason) => ({
      ...reason,
      id: String(reason.id),
      defaultTitle: DEFAULT_REASON_TITLES[reason.alias],
      offers: reason.offers.map(({ id, name, active }) => ({ id: String(id), name, active })),
    })),
    offers: offers.map(({ id, name, description, rules, active }) => ({
      id: String(id),
      name,
      description,
      rules,
      active,
    })),
    contactEmail: context.shop.contactEmail,
  };
}

const idText = z.string().regex(/^\d{1,18}$/);

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("order"), from: z.array(idText), to: z.array(idText) }),
  z.object({ intent: z.literal("switch"), id: idText, active: z.boolean() }),
  z.object({
    intent: z.literal("save"),
    reasonId: idText,
    version: z.string(),
    input: z.object({
      title: z.string(),
      description: z.string(),
      help: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("none") }),
        z.object({ kind: z.literal("contact") }),
        z.object({ kind: z.literal("help"), url: z.string() }),
      ]),
      active: z.boolean(),
      offerIds: z.array(idText).max(REASON_ALIASES.length * 10),
    }),
  }),
]);

export const action = formAction(submissionSchema, async ({ context, input: submission }) => {
  switch (submission.intent) {
    case "order": {
      const { outcome } = await orderReasons(context, {
        from: submission.from.map(BigInt),
        to: submission.to.map(BigInt),
      });
      return { outcome };
    }
    case "switch":
      await setReasonActive(context, {
        reasonId: readId(submission.id),
        active: submission.active,
      });
      return { outcome: "saved" as const };
    case "save": {
      const { reasonId, version, input } = submission;
      const { outcome } = await saveReason(context, {
        reasonId: readId(reasonId),
        version,
        input: { ...input, offerIds: input.offerIds.map(BigInt) },
      });
      return { outcome };
    }
  }
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function ChurnReasons() {
  const { reasons, offers, contactEmail } = useLoaderData<typeof loader>();
  const [searchParams] = useSearchParams();
  const edited = reasons.find(({ id }) => id === searchParams.get("reason"));
  if (!edited) return <ReasonList reasons={reasons} offers={offers} />;
  return (
    <ReasonEditor
      key={edited.id}
      reason={edited}
      reasons={reasons}
      offers={offers}
      contactEmail={contactEmail}
    />
  );
}
