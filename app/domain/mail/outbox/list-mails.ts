import type { ShopContext } from "../../context.ts";
import { customerName } from "../../customers/customer-name.ts";
import type { MailKind } from "../kinds/mail-kinds.ts";

/** Where a mail of the outbox is. `unknown`: the mail server has it, and its answer was lost. */
export type MailState = "queued" | "sending" | "sent" | "failed" | "suppressed" | "unknown";

/** A mail as a merchant sees it. */
export interface MailLine {
  id: bigint;
  kind: MailKind;
  customerName: string | null;
  state: MailState;
  /** Why it was not sent, or not yet. */
  reason: string | null;
  /** Business time. */
  createdAt: Date;
}

/** The store's newest mails. */
export async function listMails(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  limit: number,
): Promise<MailLine[]> {
  const rows = await db.prisma.mail.findMany({
    where: { shopId: shop.id },
    orderBy: { id: "desc" },
    take: limit,
    include: { customer: { select: { firstName: true, lastName: true } } },
  });
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as MailKind,
    customerName: customerName(row.customer),
    state: row.state as MailState,
    reason: row.reason,
    createdAt: row.createdAt,
  }));
}
