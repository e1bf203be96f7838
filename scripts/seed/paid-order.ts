import type { PaidOrder } from "#app/domain/members/credit/credit-to-take-back.ts";
import type { OrderStory } from "./stories.ts";
import { amountsOf } from "./tell-order.ts";

/** What had happened to an order by an instant. */
export function paidOrder(order: OrderStory, at: number): PaidOrder {
  const { totalMinor, status } = amountsOf(order);
  const refunds = order.refunds.filter((refund) => refund.at <= at);
  const { dispute, cancelledAt } = order;
  const disputes = dispute && dispute.openedAt <= at ? [disputeBy(dispute, at)] : [];
  return {
    ...{ totalMinor, financialStatus: status, disputes },
    refundedMinor: refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    isCancelled: cancelledAt !== null && cancelledAt <= at,
  };
}

function disputeBy(dispute: NonNullable<OrderStory["dispute"]>, at: number) {
  const isOver = dispute.endedAt !== null && dispute.endedAt <= at;
  return { kind: dispute.kind, status: isOver ? dispute.status : "under_review" };
}
