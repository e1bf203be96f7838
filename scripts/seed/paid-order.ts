import type { PaidOrder } from "#app/domain/members/credit/credit-to-take-back.ts";
import type { CountedLines } from "#app/domain/orders/countable-order.ts";
import { countStory } from "./sold-lines.ts";
import type { OrderStory } from "./stories.ts";
import { amountsOf } from "./tell-order.ts";

/** What had happened to an order by an instant. */
export function paidOrder(order: OrderStory, at: number): PaidOrder {
  const { status } = amountsOf(order);
  const refunds = order.refunds.filter((refund) => refund.at <= at).length;
  const { dispute, cancelledAt } = order;
  const disputes = dispute && dispute.openedAt <= at ? [disputeBy(dispute, at)] : [];
  return {
    ...{ financialStatus: status, disputes },
    backShare: membershipOf(order, refunds).backShare,
    isCancelled: cancelledAt !== null && cancelledAt <= at,
  };
}

/** What the lines of an order's membership come to after its first so many refunds. */
export function membershipOf(order: OrderStory, refunds: number): CountedLines {
  return countStory(order, refunds).ofContract(order.subscription?.contractId ?? 0);
}

function disputeBy(dispute: NonNullable<OrderStory["dispute"]>, at: number) {
  const isOver = dispute.endedAt !== null && dispute.endedAt <= at;
  return { kind: dispute.kind, status: isOver ? dispute.status : "under_review" };
}
