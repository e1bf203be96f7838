import type { Database } from "#app/lib/db.ts";
import type { OutgoingMail } from "#app/lib/mail-transport.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { ShopContext } from "../../context.ts";
import { type MailKind, mailKindOf } from "../kinds/mail-kinds.ts";
import { readMailSettingsShared } from "../settings/mail-settings.ts";
import { findStop } from "../suppressions/find-stop.ts";
import { unsubscribeTokenOf } from "../suppressions/unsubscribe-token.ts";
import { renderMail } from "../templates/render-mail.ts";
import { languageOf } from "../texts/languages.ts";
import { findChange } from "./find-change.ts";
import type { ClaimedMail } from "./mail-states.ts";

/** What is sent, or why nothing is. */
type PreparedMail = { outgoing: OutgoingMail; locale: string } | { suppressed: string };

/** Writes a mail as the store and the customer are now: their address, their language, the merchant's words. */
export async function prepareMail(context: ShopContext, mail: ClaimedMail): Promise<PreparedMail> {
  const { db, shop } = context;
  const customer = await readReceiver(db, mail);
  if (!customer.email) return { suppressed: "The customer has no email address." };
  const kind = mail.kind as MailKind;
  const { data: schema, isOptional, about } = mailKindOf(kind);
  const data = schema.parse(mail.data);
  const subject = about?.(data) ?? null;
  const change = subject && (await findChange(context, subject));
  if (change) return { suppressed: change };
  const stop = await findStop(context, customer.email, isOptional);
  if (stop) return { suppressed: stop };
  const settings = await readMailSettingsShared(db, shop.id);
  const { language, locale } = languageOf(customer.locale);
  const unsubscribeUrl = isOptional
    ? context.mail.unsubscribeUrl(unsubscribeTokenOf(context, customer.id))
    : null;
  const rendered = renderMail({
    kind,
    data,
    locale,
    look: { storeName: shop.name, color: settings.color, zone: shop.ianaTimezone },
    ownWords: settings.texts[language]?.[kind] ?? {},
    firstName: customer.firstName,
    unsubscribeUrl,
  });
  const outgoing = {
    ...rendered,
    fromName: shop.name,
    replyTo: shop.contactEmail || null,
    to: customer.email,
    messageId: mail.messageId,
    headers: { ...AUTOMATIC, ...(unsubscribeUrl && oneClick(unsubscribeUrl)) },
  };
  return { outgoing, locale };
}

/** Mails that are written at about the same time share the read. */
const readReceiver = shareWork({
  most: FEW_VALUES,
  work: async (db: Database, mails: readonly ClaimedMail[]) => {
    const rows = await db.prisma.customer.findMany({
      where: {
        shopId: mails[0]?.shopId ?? 0n,
        id: { in: mails.map(({ customerId }) => customerId) },
      },
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return mails.map(({ customerId }) => {
      const customer = byId.get(customerId);
      if (!customer) throw new Error("a mail's customer is not there any more");
      return customer;
    });
  },
});

/** Nobody's absence is to be answered to the store (RFC 3834). */
const AUTOMATIC = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** RFC 8058: a mail program may send the form behind the link by itself. */
const oneClick = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
