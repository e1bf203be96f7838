import { type Fraction, floor, fraction, multiply } from "#app/lib/fraction.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { isLostSoFar } from "../../orders/paid-order.ts";

/** What of an order decides whether the credit that it gave stays. */
export interface PaidOrder {
  /** Of what was paid for the membership, the share that has come back. */
  backShare: Fraction;
  isCancelled: boolean;
  financialStatus: string;
  disputes: readonly { kind: string; status: string }[];
}

/** How much of the credit that an order gave goes back, and why. */
export interface TakeBack {
  amountMinor: number;
  typeCode: typeof CREDIT_TYPES.dispute | typeof CREDIT_TYPES.takenBack;
  cause: "disputed" | "cancelled" | "refunded";
}

/**
 * All of it goes back while the payment is disputed, and after the order was canceled or its payment was voided. After
 * refunds it is the share of the membership's price that has come back, rounded down: parts never add up to more than the
 * whole. A question of the customer's bank takes nothing back; a chargeback does until it is won. Null when all of it stays.
 */
export function creditToTakeBack(grantedMinor: number, order: PaidOrder): TakeBack | null {
  if (order.disputes.some(isLostSoFar)) {
    return { amountMinor: grantedMinor, typeCode: CREDIT_TYPES.dispute, cause: "disputed" };
  }
  const typeCode = CREDIT_TYPES.takenBack;
  if (order.isCancelled || order.financialStatus === "voided") {
    return { amountMinor: grantedMinor, typeCode, cause: "cancelled" };
  }
  const amountMinor = floor(multiply(fraction(grantedMinor), order.backShare));
  return amountMinor === 0 ? null : { amountMinor, typeCode, cause: "refunded" };
}
