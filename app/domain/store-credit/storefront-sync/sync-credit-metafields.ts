import { addJobs, requestJob } from "#app/lib/queue.ts";
import { defineSubscriber } from "../../events/subscriber.ts";
import { customersOfMovements } from "../../ledger/customers-of-movements.ts";
import { publishStoreCreditJob } from "../credit-jobs.ts";

/**
 * Has the storefront's copy updated for every customer whose credit has moved. It shows the current state, so
 * handling a page of events twice does no harm.
 */
export const creditMetafieldsSubscriber = defineSubscriber({
  name: "credit-metafields",
  // A cancellation may bring the day forward until which credit can be used.
  kinds: ["store_credit.added", "store_credit.deducted", "subscription.cancelled"],
  handle: async (context, events) => {
    const { db, shop } = context;
    const movements = events.map(({ data }) => data);
    const customerIds = await customersOfMovements(context, movements);
    const jobs = customerIds.map((customerId) =>
      requestJob(publishStoreCreditJob, { shopId: shop.id, customerId }),
    );
    await db.transaction((tx) => addJobs(tx, jobs));
  },
});
