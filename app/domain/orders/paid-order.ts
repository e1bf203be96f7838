import type { Order } from "#app/generated/prisma/client.ts";
import { OWED_STATUSES } from "#app/lib/owed-statuses.ts";

const PAID = ["paid", "partially_refunded", "refunded"];

/** What of an order says whether it was paid. */
export type PaidState = Pick<Order, "financialStatus" | "paidInFull">;

/** Whether the platform has received the whole price once, whatever was paid back, or added to the order, since. */
export function wasPaid(order: PaidState): boolean {
  return PAID.includes(order.financialStatus) || isOwedAgain(order);
}

/** Whether an order that was paid has got more since than was paid for. */
export function isOwedAgain({ financialStatus, paidInFull }: PaidState): boolean {
  return paidInFull && OWED_STATUSES.includes(financialStatus);
}

/** SQL for {@link wasPaid}. @param order the alias of a row of `orders`. */
export function wasPaidSql(order: string): string {
  const list = (statuses: readonly string[]) => statuses.map((one) => `'${one}'`).join(", ");
  return `(${order}.financial_status IN (${list(PAID)})
    OR (${order}.paid_in_full AND ${order}.financial_status IN (${list(OWED_STATUSES)})))`;
}

/** A payment of an order or of what was paid back, as its row keeps it. */
type Payment = { kind: string; status: string; amountMinor: number };
type PaymentWith = Payment & { gateway: string | null };

/** What the platform has received for an order, before refunds. */
export function receivedMinor(transactions: readonly Payment[]): number {
  return sumOf(transactions, RECEIVED, () => true);
}

/** What a kind of payment has paid of it. */
export function paidThrough(transactions: readonly PaymentWith[], gateway: string): number {
  return sumOf(transactions, RECEIVED, (one) => one.gateway === gateway);
}

/** What was paid back of it: in all, and to a kind of payment. */
export function paidBackTo(
  transactions: readonly PaymentWith[],
  gateway: string,
): { allMinor: number; ofItMinor: number } {
  return {
    allMinor: sumOf(transactions, PAID_BACK, () => true),
    ofItMinor: sumOf(transactions, PAID_BACK, (one) => one.gateway === gateway),
  };
}

const RECEIVED: readonly string[] = ["sale", "capture"];
const PAID_BACK: readonly string[] = ["refund"];

function sumOf<One extends Payment>(
  transactions: readonly One[],
  kinds: readonly string[],
  isMeant: (one: One) => boolean,
): number {
  return transactions
    .filter(({ kind, status }) => kinds.includes(kind) && status === "success")
    .filter(isMeant)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Whether a dispute has taken the payment back for now: a question of the customer's bank has not. */
export function isLostSoFar({ kind, status }: { kind: string; status: string }): boolean {
  return kind === "chargeback" && status !== "won";
}
