import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../context.ts";
import { refreshOrderOrSetAside } from "./store-order.ts";

/** How many were looked at, and how many of them our rows had not, or not as they are. */
export interface Comparison {
  compared: number;
  repaired: number;
}

/**
 * Compares the orders that were changed since an instant with our rows, all of them when it is null, and reads
 * again what differs; of older ones those with a dispute that was opened since or is open in our rows, for a dispute may
 * come and go without its order. Safe to repeat.
 */
export async function compareOrders(context: ShopContext, since: Date | null): Promise<Comparison> {
  const { db, shop, platform } = context;
  const result: Comparison = { compared: 0, repaired: 0 };
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
    for (const { id, updatedAt } of page.items) {
      const ours = known.get(id);
      if (ours && ours >= updatedAt) continue;
      await refreshOrderOrSetAside(context, id);
      result.repaired += 1;
    }
    result.compared += page.items.length;
    // All orders of a store come this way where the platform hides one of their fields.
    if (result.repaired > 0) await analyzeGrownTables(db.pool);
    cursor = page.nextCursor;
  } while (cursor !== null);
  result.repaired += await repairDisputed(context, since);
  return result;
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
