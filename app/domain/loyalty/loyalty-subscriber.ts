import type { ShopContext } from "../context.ts";
import type { EventOf } from "../events/catalogue.ts";
import { defineSubscriber } from "../events/subscriber.ts";
import { countCouponUses } from "./rewards/count-coupon-uses.ts";
import { settleLoyalty } from "./settle/settle-loyalty.ts";

type Kinds = "order.created" | "order.updated" | "order.restated" | "customer.merged";

/** Follows the orders: what is paid counts, and what is paid back does not any more. What two did who became one is one's. */
export const loyaltySubscriber = defineSubscriber({
  name: "loyalty",
  kinds: ["order.created", "order.updated", "order.restated", "customer.merged"],
  handle: async (context, events) => {
    const customerIds = await customersOf(context, events);
    await countCouponUses(context, customerIds);
    await settleLoyalty(context, customerIds);
  },
});

async function customersOf(
  { db, shop }: ShopContext,
  events: readonly EventOf<Kinds>[],
): Promise<bigint[]> {
  const merged = events.flatMap(({ data }) =>
    "merged_customer_id" in data ? [BigInt(data.customer_id)] : [],
  );
  const orderIds = events.flatMap(({ data }) => {
    if ("merged_customer_id" in data) return [];
    return "order_ids" in data ? data.order_ids.map(BigInt) : [BigInt(data.order_id)];
  });
  const orders = await db.prisma.order.findMany({
    where: { shopId: shop.id, id: { in: orderIds }, customerId: { not: null } },
    select: { customerId: true },
    distinct: ["customerId"],
    orderBy: { customerId: "asc" },
  });
  const ofOrders = orders.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]));
  return [...new Set([...merged, ...ofOrders])];
}
