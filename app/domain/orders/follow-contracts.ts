import { addJob } from "#app/lib/queue.ts";
import type { SubscriptionFollower } from "../context.ts";
import { refreshOrderJob } from "./order-jobs.ts";

/** Orders are imported whole; what began long before needs no second look. */
const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * One checkout makes one order, and then the contracts. Where the order was read in between, it is read again, now
 * that its contract is there.
 */
export const orderFollower: SubscriptionFollower = {
  onStored: async (context, tx, subscription, { originOrderId, createdAt }) => {
    if (originOrderId === null) return;
    if (context.clock.now().getTime() - createdAt.getTime() > RECENT_MS) return;
    const { shopId, id: subscriptionId } = subscription;
    const linked = await tx.orderSubscription.findFirst({
      where: { shopId, subscriptionId },
      select: { orderId: true },
    });
    if (!linked) await addJob(tx, refreshOrderJob, { shopId, orderId: originOrderId });
  },
};
