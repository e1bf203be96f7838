import type { Prisma } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";

/** An order with all that rules ask of it. */
export type OrderRow = Awaited<ReturnType<typeof readOrders>>[number];

/**
 * Reads orders of a store with their refunds, disputes and subscriptions. One query after another: in a transaction they
 * share a connection, on which Prisma would ask for several relations at once.
 */
export async function readOrders(
  queries: Queries,
  where: Prisma.OrderWhereInput & { shopId: bigint },
) {
  const orders = await queries.order.findMany({ where, include: { refunds: true } });
  const ofThem = { shopId: where.shopId, orderId: { in: orders.map(({ id }) => id) } };
  const disputes = await queries.orderDispute.findMany({ where: ofThem });
  const subscriptions = await queries.orderSubscription.findMany({
    where: ofThem,
    include: { plan: { include: { planGroup: true } } },
  });
  const disputesOf = Map.groupBy(disputes, ({ orderId }) => orderId);
  const subscriptionsOf = Map.groupBy(subscriptions, ({ orderId }) => orderId);
  return orders.map((order) => ({
    ...order,
    disputes: disputesOf.get(order.id) ?? [],
    subscriptions: subscriptionsOf.get(order.id) ?? [],
  }));
}
