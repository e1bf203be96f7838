import { type DevOrder, type DevRefund, refundedMinor } from "../../state/order.ts";
import { partsMinor } from "./order-parts.ts";

/** What has come in, before anything was paid back. */
export function receivedMinor({ transactions }: Pick<DevOrder, "transactions">): number {
  return transactions
    .filter(({ kind, status }) => (kind === "SALE" || kind === "CAPTURE") && status === "SUCCESS")
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** What can still be paid back: money on its way back is spoken for. */
export function refundableMinor(order: DevOrder): number {
  return order.refunds.reduce((left, { amountMinor }) => left - amountMinor, receivedMinor(order));
}

/** What was kept of the price of a refund's parts; negative where more was paid back. */
export function adjustmentOf(order: DevOrder, refund: DevRefund): number {
  return refund.adjustmentMinor ?? partsMinor(order, refund) - refund.amountMinor;
}

/** What of the parts' price still counts, because the money for them has not arrived. */
export function pendingOf(order: DevOrder, refund: DevRefund): number {
  return refund.pending ? partsMinor(order, refund) - adjustmentOf(order, refund) : 0;
}

/** What the order comes to after all that came back. */
export function currentTotalMinor(order: DevOrder): number {
  return order.refunds.reduce((sum, refund) => {
    const kept = adjustmentOf(order, refund) + pendingOf(order, refund);
    return sum - partsMinor(order, refund) + kept;
  }, order.totalMinor);
}

/** What the shopper still owes; negative where the merchant owes it. */
export function outstandingMinor(order: DevOrder): number {
  return currentTotalMinor(order) - receivedMinor(order) + refundedMinor(order);
}

/** The same once all money on its way has arrived. */
export function settledOutstandingMinor(order: DevOrder): number {
  const pending = order.refunds.filter((refund) => refund.pending);
  return pending.reduce(
    (sum, refund) => sum + refund.amountMinor - pendingOf(order, refund),
    outstandingMinor(order),
  );
}
