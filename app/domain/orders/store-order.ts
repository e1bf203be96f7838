import type { Order } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { inBatches } from "#app/lib/in-batches.ts";
import { insertRows } from "#app/lib/insert-rows.ts";
import { readInParts } from "#app/lib/one-way.ts";
import { updateRows } from "#app/lib/update-rows.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";
import type { ShopContext } from "../context.ts";
import { suspectMerge } from "../customers/suspect-merge.ts";
import { recordEvent } from "../events/record-event.ts";
import { readAgain } from "../set-aside/read-again.ts";
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

/** The same for many, all different. */
export async function refreshOrders(
  context: ShopContext,
  orderIds: readonly number[],
): Promise<void> {
  const { db, platform, log } = context;
  await readAgain(context, orderIds, thingOfOrder, async (some) => {
    const rowsBefore = await findOrders(context, db.prisma, some);
    const read = await Promise.all(some.map((orderId) => platform.getOrderFacts(orderId)));
    const unknown = some.filter((_, at) => read[at] === null);
    if (unknown.length > 0) log.info({ unknown }, "the platform shows no such orders");
    const orders = read.flatMap((order) => order ?? []);
    await inBatches(orders, AT_A_TIME, async (few) => {
      await storeOrders(context, few, ({ orderId }) => ({
        rowBefore: rowsBefore.get(orderId) ?? null,
      }));
    });
  });
}

/** Few enough that the store's other work does not wait long. */
const AT_A_TIME = 20;

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
  const [row] = await storeOrders(context, [order], () => reading);
  return row ?? null;
}

/** The same for some, all different, in one transaction. @throws the first of those failures, once all are stored. */
async function storeOrders(
  context: ShopContext,
  orders: readonly PlatformOrderFacts[],
  readingOf: (order: PlatformOrderFacts) => Reading,
): Promise<(Order | null)[]> {
  const relations = await findRelations(context, orders);
  const stored = await storeAll(context, relations, readingOf);
  const rows: (Order | null)[] = [];
  for (const { order } of relations) {
    rows.push(stored.get(order.orderId) ?? (await refreshOrder(context, order.orderId)));
  }
  const failed = relations.find(({ order, failure }) => failure && stored.has(order.orderId));
  if (failed?.failure) throw failed.failure.error;
  return rows;
}

/** By the platform's numbers, without those that have to be read again. */
async function storeAll(
  context: ShopContext,
  all: readonly OrderRelations[],
  readingOf: (order: PlatformOrderFacts) => Reading,
): Promise<ReadonlyMap<number, Order>> {
  const { db, shop } = context;
  const ids = all.map(({ order }) => order.orderId);
  const known = await findOrders(context, db.prisma, ids);
  const isNew = ({ order, factsHash }: OrderRelations) =>
    known.get(order.orderId)?.factsHash !== factsHash;
  const changed = all.filter(isNew);
  if (changed.length === 0) return known;
  return db.transaction(async (tx) => {
    // Taken by all writers before any row, so that ids become visible in order and no two deadlock.
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const before = await findOrders(context, tx, ids);
    const rows = new Map(
      all
        .filter((one) => !isNew(one))
        .flatMap(({ order: { orderId } }) => {
          const row = before.get(orderId);
          return row ? [[orderId, row] as const] : [];
        }),
    );
    const importBeganAt = changed.every(({ order }) => before.has(order.orderId))
      ? null
      : await readImportBegan(tx, shop.id);
    const current: CurrentOrder[] = [];
    for (const one of changed) {
      const { orderId } = one.order;
      const row = before.get(orderId) ?? null;
      const standing = compareWithRow(one, row, readingOf(one.order));
      if (standing === "current") current.push({ ...one, before: row });
      else if (standing === "known" && row) rows.set(orderId, row);
    }
    const written = await writeRows(context, tx, current);
    await storeLinks(tx, written);
    for (const one of written) {
      await storeParts(context, tx, one, importBeganAt);
      rows.set(one.order.orderId, one.row);
    }
    return rows;
  });
}

/** An order that is newer than its row, null where it has none. */
interface CurrentOrder extends OrderRelations {
  before: Order | null;
}

/** One that is written. */
interface WrittenOrder extends CurrentOrder {
  row: Order;
}

/** How an order that was read stands to its row: `unclear` has to be read again. */
function compareWithRow(
  { order, factsHash }: OrderRelations,
  before: Order | null,
  { rowBefore }: Reading,
): "known" | "unclear" | "current" {
  if (!before) return "current";
  if (before.platformUpdatedAt > order.updatedAt) return "known";
  if (before.factsHash === factsHash) return "known";
  const isTie = before.platformUpdatedAt.getTime() === order.updatedAt.getTime();
  return isTie && before.factsHash !== rowBefore?.factsHash ? "unclear" : "current";
}

/** Writes what belongs to an order whose row was written, and records what happened to it. */
async function storeParts(
  context: ShopContext,
  tx: Queries,
  { order, links, before, row }: WrittenOrder,
  importBeganAt: Date | null,
): Promise<void> {
  const refunds = await storeRefunds(tx, row, order.refunds);
  const disputes = await storeDisputes(context, tx, row, order.disputes);
  await suspectMerge(tx, row.shopId, {
    before: before?.customerId ?? null,
    after: row.customerId,
    platformCustomerId: order.customerId,
  });
  // One from before the store's import began is no news to anybody, whoever brings it over.
  if (before || (importBeganAt && row.platformCreatedAt >= importBeganAt)) {
    await recordOrderChange(context, tx, { before, row, order, links, refunds, disputes });
  } else {
    await recordEvent(context, tx, "order.restated", { order_ids: [String(row.id)] });
  }
}

/** When the store's import of past orders began; null before. */
async function readImportBegan(tx: Queries, shopId: bigint): Promise<Date | null> {
  const where = { shopId_subject: { shopId, subject: "orders" } };
  const known = await tx.pastImport.findUnique({ where, select: { beganAt: true } });
  return known?.beganAt ?? null;
}

function findOrder(context: Pick<ShopContext, "shop">, queries: Queries, orderId: number) {
  const shopId = context.shop.id;
  return queries.order.findUnique({
    where: { shopId_platformOrderId: { shopId, platformOrderId: BigInt(orderId) } },
  });
}

/** By the platform's numbers. */
async function findOrders(
  { shop }: Pick<ShopContext, "shop">,
  queries: Queries,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, Order>> {
  const rows = await readInParts(orderIds.map(BigInt), (some) =>
    queries.order.findMany({ where: { shopId: shop.id, platformOrderId: { in: some } } }),
  );
  return new Map(rows.map((row) => [Number(row.platformOrderId), row]));
}

/** Those that are new by one statement, and the others by another. @returns them in their order. */
async function writeRows(
  context: ShopContext,
  tx: Queries,
  orders: readonly CurrentOrder[],
): Promise<WrittenOrder[]> {
  const shopId = context.shop.id;
  const now = context.clock.now();
  const fieldsOf = ({ order, customer, factsHash, before }: CurrentOrder) => ({
    ...{ shopId, ...orderFields(order, customer, before), factsHash, updatedAt: now },
  });
  const inserted = await insertRows(
    tx,
    "Order",
    orders
      .filter(({ before }) => !before)
      .map((one) => ({
        ...{ ...fieldsOf(one), platformOrderId: BigInt(one.order.orderId), createdAt: now },
      })),
  );
  const updates = orders.flatMap((one) =>
    one.before ? [{ ...fieldsOf(one), id: one.before.id }] : [],
  );
  await updateRows(tx, "Order", updates);
  const rows = new Map(inserted.map((row) => [Number(row.platformOrderId), row]));
  const updated = new Map(updates.map((update) => [update.id, update]));
  return orders.map((one) => {
    const { before, order } = one;
    const row = before
      ? ({ ...before, ...updated.get(before.id) } as Order)
      : rows.get(order.orderId);
    if (!row) throw new Error("an order that was written is not there");
    return { ...one, row };
  });
}
