import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../context.ts";
import { refreshOrderOrSetAside, refreshOrders } from "./store-order.ts";

/** How many were looked at, and how many of them our rows had not, or not as they are. */
export interface Comparison {
  compared: number;
  repaired: number;
}

/** What a comparison found, for a repair that comes later. */
export interface MissedOrders {
  since: Date | null;
  compared: number;
  /** The platform's numbers of orders that our rows have not, or not as they are. */
  ids: number[];
}

/**
 * Compares the orders that were changed since an instant with our rows, all of them when it is null, and reads again what differs,
 * page by page. Safe to repeat.
 */
export async function compareOrders(context: ShopContext, since: Date | null): Promise<void> {
  for await (const { ids } of comparePages(context, since)) await readAgain(context, ids);
  await repairDisputed(context, since);
}

/** The same comparison. Nothing is changed. */
export async function findMissedOrders(
  context: ShopContext,
  since: Date | null,
): Promise<MissedOrders> {
  const missed: MissedOrders = { since, compared: 0, ids: [] };
  for await (const page of comparePages(context, since)) {
    missed.compared += page.compared;
    missed.ids.push(...page.ids);
  }
  return missed;
}

/**
 * Reads again what was found; of older orders those with a dispute that was opened since or is open in our rows, for a dispute may
 * come and go without its order. Safe to repeat.
 *
 * @returns how many were not here, or not as they are.
 */
export async function repairOrders(
  context: ShopContext,
  { ids, since }: MissedOrders,
): Promise<number> {
  await readAgain(context, ids);
  return ids.length + (await repairDisputed(context, since));
}

async function* comparePages(
  { db, shop, platform }: ShopContext,
  since: Date | null,
): AsyncGenerator<Omit<MissedOrders, "since">> {
  let cursor: string | null = null;
  do {
    const page = await platform.listChanges("orders", since, cursor);
    const ids = page.items.map(({ id }) => BigInt(id));
    const rows = await readInParts(ids, (some) =>
      db.prisma.order.findMany({
        where: { shopId: shop.id, platformOrderId: { in: some } },
        select: { platformOrderId: true, platformUpdatedAt: true },
      }),
    );
    const known = new Map(rows.map((row) => [Number(row.platformOrderId), row.platformUpdatedAt]));
    const stale = page.items.filter(({ id, updatedAt }) => {
      const ours = known.get(id);
      return !ours || ours < updatedAt;
    });
    yield { compared: page.items.length, ids: stale.map(({ id }) => id) };
    cursor = page.nextCursor;
  } while (cursor !== null);
}

async function readAgain(context: ShopContext, ids: readonly number[]): Promise<void> {
  await refreshOrders(context, ids);
  // All orders of a store come this way where the platform hides one of their fields.
  if (ids.length > 0) await analyzeGrownTables(context.db.pool);
}

async function repairDisputed(context: ShopContext, since: Date | null): Promise<number> {
  const { db, shop } = context;
  const open = await db.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT DISTINCT o.platform_order_id AS id
    FROM order_disputes d JOIN orders o ON o.shop_id = d.shop_id AND o.id = d.order_id
    WHERE d.shop_id = ${shop.id} AND d.status IN ('needs_response', 'under_review')`;
  const disputed = new Set(open.map(({ id }) => Number(id)));
  for (const orderId of await listUnknownDisputes(context, since)) disputed.add(orderId);
  let repaired = 0;
  for (const orderId of disputed) {
    const where = { shopId_platformOrderId: { shopId: shop.id, platformOrderId: BigInt(orderId) } };
    const before = await db.prisma.order.findUnique({ where, select: { factsHash: true } });
    const row = await refreshOrderOrSetAside(context, orderId);
    if (row && row.factsHash !== before?.factsHash) repaired += 1;
  }
  return repaired;
}

/** Orders with a dispute that was opened since, and that our rows have not, or in another state. */
async function listUnknownDisputes(context: ShopContext, since: Date | null): Promise<number[]> {
  const { db, shop, platform } = context;
  const disputes = since && (await platform.listDisputes(since));
  if (!disputes || disputes.length === 0) return [];
  const rows = await readInParts(
    disputes.map(({ orderId }) => BigInt(orderId)),
    (some) =>
      db.prisma.orderDispute.findMany({
        where: { shopId: shop.id, order: { platformOrderId: { in: some } } },
        select: { platformDisputeId: true, status: true },
      }),
  );
  const known = new Map(rows.map((row) => [Number(row.platformDisputeId), row.status]));
  return disputes
    .filter(({ disputeId, status }) => known.get(disputeId) !== status)
    .map(({ orderId }) => orderId);
}
