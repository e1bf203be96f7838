import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ListPage } from "#app/lib/listing.ts";
import type { ShopContext } from "../../context.ts";

/** A page of a customer's subscriptions, the newest first. */
export interface CustomerSubscriptions {
  subscriptions: Subscription[];
  hasMore: boolean;
}

/** A page of one customer's subscriptions. */
export async function listSubscriptionsOfCustomer(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  { limit, offset }: ListPage,
): Promise<CustomerSubscriptions> {
  const rows = await db.prisma.subscription.findMany({
    where: { shopId: shop.id, customerId },
    orderBy: [{ platformCreatedAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    skip: offset,
  });
  return { subscriptions: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Nobody has more; who had would see the charges and offers of these alone on their page. */
const MOST_IDS = 1000;

/** Internal ids of a customer's subscriptions, which lead to their charges and offers. */
export async function readSubscriptionIds(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
): Promise<bigint[]> {
  const rows = await db.prisma.subscription.findMany({
    where: { shopId: shop.id, customerId },
    select: { id: true },
    orderBy: { id: "desc" },
    take: MOST_IDS,
  });
  return rows.map(({ id }) => id);
}
