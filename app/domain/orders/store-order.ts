import type { Order } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";
import type { ShopContext } from "../context.ts";
import { suspectMerge } from "../customers/suspect-merge.ts";
import { recordEvent } from "../events/record-event.ts";
import { orSetAside } from "../set-aside/set-aside.ts";
import { orderFields } from "./order-fields.ts";
import { thingOfOrder } from "./order-jobs.ts";
import { findRelations, type OrderRelations } from "./order-relations.ts";
import { recordOrderChange } from "./record-order-change.ts";
import { storeDisputes, storeLinks, storeRefunds } from "./store-order-parts.ts";

/**
 * Reads an order from the platform and updates our rows. The outcome is the same whatever triggered it. Calls the
 * network.
 *
 * @returns null when the platform knows no such order, or does not show one of that age.
 */
export async function refreshOrder(context: ShopContext, orderId: number): Promise<Order | null> {
  const rowBefore = await findOrder(context, context.db.prisma, orderId);
  const order = await context.platform.getOrderFacts(orderId);
  if (order) return storeOrder(context, order, { rowBefore });
  context.log.info({ orderId }, "the platform shows no such order");
  return null;
}

/** The same; an order that cannot be stored is set aside. */
export async function refreshOrderOrSetAside(
  context: ShopContext,
  orderId: number,
): Promise<Order | null> {
  const thing = thingOfOrder(context.shop.id, orderId);
  return (await orSetAside(context, thing, () => refreshOrder(context, orderId))) ?? null;
}

/** What is known about how an order was read. */
interface Reading {
  /** Our row before the order was read, null when there was none or nobody looked. */
  rowBefore: Pick<Order, "factsHash"> | null;
}

/**
 * The one way by which an order becomes ours: brings our rows up to what the platform says of it. News older than
 * the rows change nothing. What happened is recorded as an event, and on the timeline, in the same transaction.
 * Safe to repeat.
 *
 * The platform dates changes to the second, and a dispute may move without its order. An order that was read
 * while our rows got other facts of the same second may be the older of the two: it is read again.
 *
 * @returns null when it is not there any more by then.
 * @throws why its customer or one of its contracts could not be brought in. The order itself is stored by then, and is linked to
 *   them when it is stored once more.
 */
export async function storeOrder(
  context: ShopContext,
  order: PlatformOrderFacts,
  reading: Reading,
): Promise<Order | null> {
  return (
    (await storeIfCurrent(context, order, reading)) ?? (await refreshOrder(context, order.orderId))
  );
}

/** Null when the order has to be read again. */
async function storeIfCurrent(
  context: ShopContext,
  order: PlatformOrderFacts,
  { rowBefore }: Reading,
): Promise<Order | null> {
  const [relations] = await findRelations(context, [order]);
  if (!relations) throw new Error("every order has its relations");
  const row = await storeWith(context, relations, rowBefore);
  if (row && relations.failure) throw relations.failure.error;
  return row;
}

/** Null when the order has to be read again. */
async function storeWith(
  context: ShopContext,
  relations: OrderRelations,
  rowBefore: Reading["rowBefore"],
): Promise<Order | null> {
  const { db, shop } = context;
  const { order, links, factsHash } = relations;
  const known = await findOrder(context, db.prisma, order.orderId);
  if (known?.factsHash === factsHash) return known;
  return db.transaction(async (tx) => {
    // Taken by all writers before any row, so that ids become visible in order and nobody waits in a circle.
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const before = await findOrder(context, tx, order.orderId);
    if (before && before.platformUpdatedAt > order.updatedAt) return before;
    if (before?.factsHash === factsHash) return before;
    const isTie = before?.platformUpdatedAt.getTime() === order.updatedAt.getTime();
    if (isTie && before?.factsHash !== rowBefore?.factsHash) return null;
    const row = await writeRow(context, tx, relations, before);
    const refunds = await storeRefunds(tx, row, order.refunds);
    const disputes = await storeDisputes(context, tx, row, order.disputes);
    await storeLinks(tx, row, links);
    await suspectMerge(tx, shop.id, {
      before: before?.customerId ?? null,
      after: row.customerId,
      platformCustomerId: order.customerId,
    });
    if (before || (await isNews(tx, row))) {
      await recordOrderChange(context, tx, { before, row, order, links, refunds, disputes });
    } else {
      await recordEvent(context, tx, "order.restated", { order_ids: [String(row.id)] });
    }
    return row;
  });
}

/** An order from before the store's import began is no news to anybody, whoever brings it over. */
async function isNews(tx: Queries, { shopId, platformCreatedAt }: Order): Promise<boolean> {
  const where = { shopId_subject: { shopId, subject: "orders" } };
  const known = await tx.pastImport.findUnique({ where });
  return known !== null && platformCreatedAt >= known.beganAt;
}

function findOrder(context: Pick<ShopContext, "shop">, queries: Queries, orderId: number) {
  const shopId = context.shop.id;
  return queries.order.findUnique({
    where: { shopId_platformOrderId: { shopId, platformOrderId: BigInt(orderId) } },
  });
}

async function writeRow(
  context: ShopContext,
  tx: Queries,
  { order, customer, factsHash }: OrderRelations,
  before: Order | null,
): Promise<Order> {
  const shopId = context.shop.id;
  const now = context.clock.now();
  const data = { ...orderFields(order, customer, before), factsHash, updatedAt: now };
  if (!before) {
    const platformOrderId = BigInt(order.orderId);
    return tx.order.create({ data: { ...data, shopId, platformOrderId, createdAt: now } });
  }
  return tx.order.update({ where: { shopId_id: { shopId, id: before.id } }, data });
}
