import type { ShopContext } from "../../context.ts";
import { customerName } from "../../customers/customer-name.ts";
import type { MailKind } from "../kinds/mail-kinds.ts";

/** Where a mail of the outbox is. `unknown`: the mail server has it, and its answer was lost. */
export type MailState = "queued" | "sending" | "sent" | "failed" | "suppressed" | "unknown";

/** A mail as a merchant sees it. */
export interface MailLine {
  id: bigint;
  kind: MailKind;
  customerId: bigint;
  customerName: string | null;
  state: MailState;
  /** Why it was not sent, or not yet. */
  reason: string | null;
  /** Of what was sent; null before. */
  locale: string | null;
  /** Business time. */
  createdAt: Date;
  sentAt: Date | null;
}

/** The store's mails, newest first; those to one customer where it is named. */
export async function listMails(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { limit, offset = 0, customerId }: { limit: number; offset?: number; customerId?: bigint },
): Promise<MailLine[]> {
  const rows = await db.prisma.mail.findMany({
    where: { shopId: shop.id, ...(customerId !== undefined && { customerId }) },
    orderBy: { id: "desc" },
    take: limit,
    skip: offset,
    include: { customer: { select: { firstName: true, lastName: true } } },
  });
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as MailKind,
    customerId: row.customerId,
    customerName: customerName(row.customer),
    state: row.state as MailState,
    reason: row.reason,
    locale: row.locale,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
  }));
}
