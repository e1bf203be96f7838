import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { publishCustomerJob } from "../subscriptions/subscription-jobs.ts";
import { syncTagsJob } from "./perk-jobs.ts";

/**
 * Has the tags and the storefront's copy of a membership's owner looked at, at an instant at which its rights may end. Both
 * go by what is so then, so that one that was paid for meanwhile keeps them. Safe to repeat.
 */
export async function endRights(context: ShopContext, subscriptionId: bigint): Promise<void> {
  const shopId = context.shop.id;
  await context.db.transaction(async (tx) => {
    const row = await tx.subscription.findUnique({
      where: { shopId_id: { shopId, id: subscriptionId } },
      select: { customerId: true },
    });
    if (!row?.customerId) return;
    await addJob(tx, syncTagsJob, { shopId, customerId: row.customerId });
    await addJob(tx, publishCustomerJob, { shopId, customerId: row.customerId });
  });
}
