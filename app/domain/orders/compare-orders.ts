import type { ShopContext } from "../context.ts";
import { refreshOrder } from "./store-order.ts";

/** How many were looked at, and how many of them our rows had not, or not as they are. */
export interface Comparison {
  compared: number;
  repaired: number;
}

/**
 * Compares the orders that were changed since an instant with our rows, all of them when it is null, and reads
 * again what differs; of older ones those with an open dispute, which may move without its order. Safe to repeat.
 */
export async function compareOrders(context: ShopContext, since: Date | null): Promise<Comparison> {
  const { db, shop, platform } = context;
  const result: Comparison = { compared: 0, repaired: 0 };
  let cursor: string | null = null;
  do {
    const page = await platform.listChanges("orders", since, cursor);
    const rows = await db.prisma.order.findMany({
      where: { shopId: shop.id, platformOrderId: { in: page.items.map(({ id }) => BigInt(id)) } },
      select: { platformOrderId: true, platformUpdatedAt: true },
    });
    const known = new Map(rows.map((row) => [Number(row.platformOrderId), row.platformUpdatedAt]));
    for (const { id, updatedAt } of page.items) {
      const ours = known.get(id);
      if (ours && ours >= updatedAt) continue;
      await refreshOrder(context, id);
      result.repaired += 1;
    }
    result.compared += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null);
  result.repaired += await repairDisputed(context);
  return result;
}

async function repairDisputed(context: ShopContext): Promise<number> {
  const disputed = await context.db.prisma.$queryRaw<{ id: bigint; facts_hash: string }[]>`
    SELECT DISTINCT o.platform_order_id AS id, o.facts_hash
    FROM order_disputes d JOIN orders o ON o.shop_id = d.shop_id AND o.id = d.order_id
    WHERE d.shop_id = ${context.shop.id} AND d.status IN ('needs_response', 'under_review')`;
  let repaired = 0;
  for (const { id, facts_hash: before } of disputed) {
    const row = await refreshOrder(context, Number(id));
    if (row && row.factsHash !== before) repaired += 1;
  }
  return repaired;
}
