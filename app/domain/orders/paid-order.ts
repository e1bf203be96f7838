import type { Order } from "#app/generated/prisma/client.ts";

const PAID = ["paid", "partially_refunded", "refunded"];
/** What an order reads that was paid, and then edited so that something is owed again. */
const OWED_AGAIN = ["partially_paid", "pending", "authorized"];

/** What of an order says whether it was paid. */
export type PaidState = Pick<Order, "financialStatus" | "paidInFull">;

/** Whether the platform has received the whole price once, whatever was paid back, or added to the order, since. */
export function wasPaid(order: PaidState): boolean {
  return PAID.includes(order.financialStatus) || isOwedAgain(order);
}

/** Whether an order that was paid has got more since than was paid for. */
export function isOwedAgain({ financialStatus, paidInFull }: PaidState): boolean {
  return paidInFull && OWED_AGAIN.includes(financialStatus);
}

/** SQL for {@link wasPaid}. @param order the alias of a row of `orders`. */
export function wasPaidSql(order: string): string {
  const list = (statuses: readonly string[]) => statuses.map((one) => `'${one}'`).join(", ");
  return `(${order}.financial_status IN (${list(PAID)})
    OR (${order}.paid_in_full AND ${order}.financial_status IN (${list(OWED_AGAIN)})))`;
}

/** A payment of an order, as its row keeps it. */
type Payment = { kind: string; status: string; amountMinor: number };

/** What the platform has received for an order, before refunds. */
export function receivedMinor(transactions: readonly Payment[]): number {
  return sumOfPayments(transactions, () => true);
}

/** What a kind of payment has paid of it. */
export function paidThrough(
  transactions: readonly (Payment & { gateway: string | null })[],
  gateway: string,
): number {
  return sumOfPayments(transactions, (one) => one.gateway === gateway);
}

function sumOfPayments<One extends Payment>(
  transactions: readonly One[],
  isMeant: (one: One) => boolean,
): number {
  return transactions
    .filter((one) => ["sale", "capture"].includes(one.kind) && one.status === "success")
    .filter(isMeant)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Whether a dispute has taken the payment back for now: a question of the customer's bank has not. */
export function isLostSoFar({ kind, status }: { kind: string; status: string }): boolean {
  return kind === "chargeback" && status !== "won";
}
