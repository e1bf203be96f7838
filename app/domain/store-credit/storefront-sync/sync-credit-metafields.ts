import { defineSubscriber } from "../../events/subscriber.ts";
import { customersOfMovements } from "../../ledger/customers-of-movements.ts";
import { publishStoreCredit } from "./publish-store-credit.ts";

/**
 * Updates the storefront's copy for every customer whose credit has moved. It writes the current state, so
 * handling a page of events twice does no harm.
 */
export const creditMetafieldsSubscriber = defineSubscriber({
  name: "credit-metafields",
  // A cancellation may bring the day forward until which credit can be used.
  kinds: ["store_credit.added", "store_credit.deducted", "subscription.cancelled"],
  handle: async (context, events) => {
    const movements = events.map(({ data }) => data);
    await publishStoreCredit(context, await customersOfMovements(context, movements));
  },
});
