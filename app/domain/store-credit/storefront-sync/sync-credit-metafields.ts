import type { ShopContext } from "../../context.ts";
import type { EventOf } from "../../events/catalogue.ts";
import { defineSubscriber } from "../../events/subscriber.ts";
import { PUBLISHED_AT_ONCE, publishStoreCredit } from "./publish-store-credit.ts";

/**
 * Updates the storefront's copy for every customer whose credit has moved. It writes the current state, so
 * handling a page of events twice does no harm.
 */
export const creditMetafieldsSubscriber = defineSubscriber({
  name: "credit-metafields",
  // A cancellation may bring the day forward until which credit can be used.
  kinds: ["store_credit.added", "store_credit.deducted", "subscription.cancelled"],
  handle: async (context, events) => {
    const customerIds = await findCustomers(context, events);
    for (let at = 0; at < customerIds.length; at += PUBLISHED_AT_ONCE) {
      await publishStoreCredit(context, customerIds.slice(at, at + PUBLISHED_AT_ONCE));
    }
  },
});

/** Each customer once. An event of a bulk grant names a range of entries instead of customers. */
async function findCustomers(
  { shop, db }: ShopContext,
  events: readonly EventOf<
    "store_credit.added" | "store_credit.deducted" | "subscription.cancelled"
  >[],
): Promise<bigint[]> {
  const found = new Set<bigint>();
  for (const { data } of events) {
    if ("customer_id" in data) {
      if (data.customer_id !== null) found.add(BigInt(data.customer_id));
      continue;
    }
    const entries = await db.prisma.creditEntry.findMany({
      where: {
        shopId: shop.id,
        id: { gte: BigInt(data.from_entry_id), lte: BigInt(data.to_entry_id) },
      },
      select: { customerId: true },
      distinct: ["customerId"],
    });
    for (const { customerId } of entries) found.add(customerId);
  }
  return [...found];
}
