import { addJobs, requestJob } from "#app/lib/queue.ts";
import { defineSubscriber } from "../../events/subscriber.ts";
import { type AccountMovement, customersOfMovements } from "../../ledger/customers-of-movements.ts";
import { publishLoyaltyJob } from "../loyalty-jobs.ts";

/**
 * Has the storefront's copy updated for every customer whose points, progress or coupons are other ones. It shows the
 * current state, so handling a page of events twice does no harm.
 */
export const loyaltyMetafieldsSubscriber = defineSubscriber({
  name: "loyalty-metafields",
  // Of two who became one, the one has what both had.
  kinds: ["member.points_changed", "member.loyalty_changed", "customer.merged"],
  handle: async (context, events) => {
    const movements = events.flatMap(({ data }): AccountMovement[] =>
      "customer_ids" in data ? data.customer_ids.map((customer_id) => ({ customer_id })) : [data],
    );
    const { db, shop } = context;
    const customerIds = await customersOfMovements(context, movements);
    const jobs = customerIds.map((customerId) =>
      requestJob(publishLoyaltyJob, { shopId: shop.id, customerId }),
    );
    await db.transaction((tx) => addJobs(tx, jobs));
  },
});
