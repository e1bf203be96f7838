import type { Order } from "#app/generated/prisma/client.ts";
import { insertRows } from "#app/lib/insert-rows.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";
import type { ShopContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { orderFields } from "./order-fields.ts";
import { findRelations, type OrderRelations } from "./order-relations.ts";
import { storeOrder } from "./store-order.ts";
import { linkRows, refundRows } from "./store-order-parts.ts";

/**
 * What {@link storeOrder} does for each of some orders, in few statements: those from before `beganAt` that our rows
 * do not have, and that nobody disputes, are no news and are written at once; the others are stored one by one.
 *
 * @throws as {@link storeOrder} does, once those that are written at once are stored.
 */
export async function storePastOrders(
  context: ShopContext,
  orders: readonly PlatformOrderFacts[],
  beganAt: Date,
): Promise<void> {
  const isPast = ({ createdAt, disputes }: PlatformOrderFacts) =>
    createdAt < beganAt && disputes.length === 0;
  const past = orders.filter(isPast);
  const relations = await findRelations(context, past);
  const known = await insertUnknown(context, relations);
  const failure = relations.find((one) => one.failure)?.failure;
  if (failure) throw failure.error;
  const others = orders.filter((order) => !isPast(order) || known.has(order.orderId));
  for (const order of others) await storeOrder(context, order, { rowBefore: null });
}

/** @returns the platform's numbers of those that our rows had already. */
async function insertUnknown(
  context: ShopContext,
  all: readonly OrderRelations[],
): Promise<Set<number>> {
  const { shop, db, clock } = context;
  const shopId = shop.id;
  return db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT lock_shop_writes(${shopId})`;
    const ids = all.map(({ order }) => BigInt(order.orderId));
    const rows = await readInParts(ids, (some) =>
      tx.order.findMany({
        where: { shopId, platformOrderId: { in: some } },
        select: { platformOrderId: true },
      }),
    );
    const known = new Set(rows.map(({ platformOrderId }) => Number(platformOrderId)));
    const unknown = all.filter(({ order }) => !known.has(order.orderId));
    const now = clock.now();
    const inserted = await insertRows(
      tx,
      "Order",
      unknown.map(({ order, customer, factsHash }) => ({
        ...orderFields(order, customer, null),
        ...{ shopId, factsHash, createdAt: now, updatedAt: now },
        platformOrderId: BigInt(order.orderId),
      })),
    );
    const rowOf = new Map(inserted.map((row) => [Number(row.platformOrderId), row]));
    const withRow = unknown.flatMap((one): (OrderRelations & { row: Order })[] => {
      const row = rowOf.get(one.order.orderId);
      return row ? [{ ...one, row }] : [];
    });
    await insertRows(
      tx,
      "OrderRefund",
      withRow.flatMap(({ row, order }) => refundRows(row, order.refunds)),
    );
    await insertRows(
      tx,
      "OrderSubscription",
      withRow.flatMap(({ row, links }) => linkRows(row, links)),
    );
    if (inserted.length > 0) {
      const orderIds = inserted.map(({ id }) => String(id));
      await recordEvent(context, tx, "order.restated", { order_ids: orderIds });
    }
    return known;
  });
}
