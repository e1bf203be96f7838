import { addJobs, requestJob } from "#app/lib/queue.ts";
import type { SubscriptionFollower } from "../context.ts";
import { refreshOrderJob } from "./order-jobs.ts";

/** Orders are imported whole; what began long before needs no second look. */
const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * One checkout makes one order, and then the contracts. Where the order was read in between, it is read again, now
 * that its contract is there.
 */
export const orderFollower: SubscriptionFollower = {
  onStored: async ({ shop, clock }, tx, stored) => {
    const recent = stored.flatMap(({ subscription, contract: { originOrderId, createdAt } }) => {
      const isOld = clock.now().getTime() - createdAt.getTime() > RECENT_MS;
      return originOrderId === null || isOld ? [] : [{ id: subscription.id, originOrderId }];
    });
    if (recent.length === 0) return;
    const links = await tx.orderSubscription.findMany({
      where: { shopId: shop.id, subscriptionId: { in: recent.map(({ id }) => id) } },
      select: { subscriptionId: true },
    });
    const linked = new Set(links.map(({ subscriptionId }) => subscriptionId));
    const alone = recent.filter(({ id }) => !linked.has(id));
    const jobs = alone.map(({ originOrderId: orderId }) =>
      requestJob(refreshOrderJob, { shopId: shop.id, orderId }),
    );
    await addJobs(tx, jobs);
  },
};
