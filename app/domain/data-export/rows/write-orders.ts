import type { Queries } from "#app/lib/db.ts";
import { inBatches } from "#app/lib/in-batches.ts";
import type { ShopContext } from "../../context.ts";
import { classifyOrders, writeFirsts } from "./classify-orders.ts";
import { type LockedExport, lockExport, writeRows } from "./write-rows.ts";

const AT_A_TIME = 500;
/** Fewer, because with them come all orders of customers whose firsts change, and a transaction has 20 seconds. */
const MARKED_AT_A_TIME = 100;
/** Orders that are written in the transaction that changes the firsts of their customers. */
const MOST_TOGETHER = 5_000;

/**
 * Brings the rows of some orders up to them: their classes first, then the firsts of their customers, then the rows; and
 * where a customer's firsts have changed, the rows of all their orders.
 */
export async function writeMarkedOrders(
  context: Pick<ShopContext, "db" | "shop">,
  marked: ReadonlySet<bigint>,
): Promise<void> {
  const ids = [...marked].sort((one, other) => (one < other ? -1 : 1));
  const restated = new Set<bigint>();
  await inBatches(ids, MARKED_AT_A_TIME, async (some) => {
    for (const id of await writeSome(context, some)) restated.add(id);
  });
  for (const customerId of restated) await writeOrdersOfCustomer(context, customerId);
}

/** @returns the customers whose firsts have changed and whose other orders are still to be written. */
function writeSome(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  orderIds: readonly bigint[],
): Promise<readonly bigint[]> {
  return db.transaction(async (tx) => {
    const locked = await lockExport(tx, shop.id, "orders");
    const related = await withTrialsOrders(tx, shop.id, orderIds);
    const customers = await classifyOrders(tx, shop.id, related);
    const restated = await writeFirsts(tx, shop.id, customers);
    await writeRows(tx, [{ locked, sourceIds: related }]);
    // With the firsts: a run that is killed would not see again that they have changed.
    return writeOtherOrders(tx, locked, restated, related);
  });
}

/** Writes the rows of all orders of some customers, except the ones given. @returns the customers if there are too many. */
async function writeOtherOrders(
  tx: Queries,
  locked: LockedExport,
  customerIds: readonly bigint[],
  written: readonly bigint[],
): Promise<readonly bigint[]> {
  if (customerIds.length === 0) return [];
  const orders = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT o.id FROM unnest(${customerIds}::bigint[]) AS c (id)
    CROSS JOIN LATERAL (
      SELECT id FROM orders WHERE shop_id = ${locked.shopId} AND customer_id = c.id OFFSET 0) o
    LIMIT ${MOST_TOGETHER + 1}`;
  if (orders.length > MOST_TOGETHER) return customerIds;
  const known = new Set(written);
  const others = orders.map(({ id }) => id).filter((id) => !known.has(id));
  if (others.length > 0) await writeRows(tx, [{ locked, sourceIds: others }]);
  return [];
}

/** Some orders, and the first renewals of the trials among their subscriptions: they tell each other apart. */
async function withTrialsOrders(
  tx: Queries,
  shopId: bigint,
  orderIds: readonly bigint[],
): Promise<bigint[]> {
  const rows = await tx.$queryRaw<{ order_id: bigint }[]>`
    SELECT DISTINCT r.order_id
    FROM unnest(${orderIds}::bigint[]) AS given (id)
    CROSS JOIN LATERAL (
      SELECT subscription_id FROM order_subscriptions WHERE shop_id = ${shopId} AND order_id = given.id OFFSET 0) l
    CROSS JOIN LATERAL (
      SELECT id FROM subscriptions
      WHERE shop_id = ${shopId} AND id = l.subscription_id AND trial_ends_at IS NOT NULL LIMIT 1) s
    CROSS JOIN LATERAL (
      SELECT order_id FROM order_subscriptions r
      WHERE r.shop_id = ${shopId} AND r.subscription_id = s.id AND NOT r.is_first
      ORDER BY r.processed_at, r.order_id LIMIT 3) r`;
  return [...new Set([...orderIds, ...rows.map(({ order_id }) => order_id)])];
}

/** Writes the rows of all orders of a customer again, in the order of their ids. */
async function writeOrdersOfCustomer(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
): Promise<void> {
  let after: { processedAt: Date; id: bigint } | null = null;
  for (;;) {
    const rows: { id: bigint; processedAt: Date }[] = await db.prisma.order.findMany({
      where: {
        ...{ shopId: shop.id, customerId },
        ...(after && {
          OR: [
            { processedAt: { gt: after.processedAt } },
            { processedAt: after.processedAt, id: { gt: after.id } },
          ],
        }),
      },
      orderBy: [{ processedAt: "asc" }, { id: "asc" }],
      select: { id: true, processedAt: true },
      take: AT_A_TIME,
    });
    const last = rows.at(-1);
    if (!last) return;
    const ids = rows.map(({ id }) => id);
    await inBatches(ids, AT_A_TIME, (some) =>
      db.transaction(async (tx) => {
        const locked = await lockExport(tx, shop.id, "orders");
        await writeRows(tx, [{ locked, sourceIds: some }]);
      }),
    );
    after = last;
    if (rows.length < AT_A_TIME) return;
  }
}
