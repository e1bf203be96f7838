import type { Prisma } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { readInParts } from "#app/lib/one-way.ts";

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
  const ids = orders.map(({ id }) => id);
  const of = (some: bigint[]) => ({ shopId: where.shopId, orderId: { in: some } });
  const disputes = await readInParts(ids, (some) =>
    queries.orderDispute.findMany({ where: of(some) }),
  );
  const subscriptions = await readInParts(ids, (some) =>
    queries.orderSubscription.findMany({
      where: of(some),
      include: { plan: { include: { planGroup: true } } },
    }),
  );
  const disputesOf = Map.groupBy(disputes, ({ orderId }) => orderId);
  const subscriptionsOf = Map.groupBy(subscriptions, ({ orderId }) => orderId);
  return orders.map((order) => ({
    ...order,
    disputes: disputesOf.get(order.id) ?? [],
    subscriptions: subscriptionsOf.get(order.id) ?? [],
  }));
}
