import type { ShopContext } from "../context.ts";
import type { EventOf } from "../events/catalogue.ts";
import { defineSubscriber } from "../events/subscriber.ts";
import { settleLoyalty } from "./settle/settle-loyalty.ts";

type Kinds = "order.created" | "order.updated" | "order.restated";

/** Follows the orders: what is paid counts, and what is paid back does not any more. */
export const loyaltySubscriber = defineSubscriber({
  name: "loyalty",
  kinds: ["order.created", "order.updated", "order.restated"],
  handle: async (context, events) => settleLoyalty(context, await customersOf(context, events)),
});

async function customersOf(
  { db, shop }: ShopContext,
  events: readonly EventOf<Kinds>[],
): Promise<bigint[]> {
  const orderIds = events.flatMap(({ data }) =>
    "order_ids" in data ? data.order_ids.map(BigInt) : [BigInt(data.order_id)],
  );
  const orders = await db.prisma.order.findMany({
    where: { shopId: shop.id, id: { in: orderIds }, customerId: { not: null } },
    select: { customerId: true },
    distinct: ["customerId"],
    orderBy: { customerId: "asc" },
  });
  return orders.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]));
}
