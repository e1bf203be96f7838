import type { DevOrder, DevRefund } from "../../state/order.ts";
import { adjustmentOf, pendingOf } from "./order-balance.ts";

/** How far a refund's money is from what its parts cost, and why. Positive is in the merchant's favor. */
export interface Discrepancy {
  id: number;
  amountMinor: number;
  reason: "REFUND_DISCREPANCY" | "PENDING_REFUND_DISCREPANCY";
}

/** What the platform calls the adjustments of an order, by its refund. Those that come to nothing are left out. */
export function discrepanciesOf(order: DevOrder, refund: DevRefund): Discrepancy[] {
  const all: Discrepancy[] = [
    {
      id: refund.id * 10 + 1,
      amountMinor: adjustmentOf(order, refund),
      reason: "REFUND_DISCREPANCY",
    },
    {
      id: refund.id * 10 + 2,
      amountMinor: pendingOf(order, refund),
      reason: "PENDING_REFUND_DISCREPANCY",
    },
  ];
  return all.filter(({ amountMinor }) => amountMinor !== 0);
}
