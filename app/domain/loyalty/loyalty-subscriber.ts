import type { ShopContext } from "../context.ts";
import type { EventOf } from "../events/catalogue.ts";
import { defineSubscriber } from "../events/subscriber.ts";
import { countCouponUses } from "./rewards/count-coupon-uses.ts";
import { settleLoyalty } from "./settle/settle-loyalty.ts";
import { noteReferrals } from "./triggers/referrals/note-referrals.ts";

type Kinds = "order.created" | "order.updated" | "order.restated" | "customer.merged";

/** Follows the orders: what is paid counts, and what is paid back does not any more. What two did who became one is one's. */
export const loyaltySubscriber = defineSubscriber({
  name: "loyalty",
  kinds: ["order.created", "order.updated", "order.restated", "customer.merged"],
  handle: async (context, events) => {
    const orderIds = ordersOf(events);
    const customerIds = await customersOf(context, events, orderIds);
    await noteReferrals(context, orderIds);
    await countCouponUses(context, customerIds);
    await settleLoyalty(context, customerIds);
  },
});

function ordersOf(events: readonly EventOf<Kinds>[]): bigint[] {
  const ids = events.flatMap(({ data }) => {
    if ("merged_customer_id" in data) return [];
    return "order_ids" in data ? data.order_ids.map(BigInt) : [BigInt(data.order_id)];
  });
  return [...new Set(ids)];
}

async function customersOf(
  { db, shop }: ShopContext,
  events: readonly EventOf<Kinds>[],
  orderIds: readonly bigint[],
): Promise<bigint[]> {
  const merged = events.flatMap(({ data }) =>
    "merged_customer_id" in data ? [BigInt(data.customer_id)] : [],
  );
  const orders = await db.prisma.order.findMany({
    where: { shopId: shop.id, id: { in: [...orderIds] }, customerId: { not: null } },
    select: { customerId: true },
    distinct: ["customerId"],
    orderBy: { customerId: "asc" },
  });
  const ofOrders = orders.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]));
  return [...new Set([...merged, ...ofOrders])];
}
