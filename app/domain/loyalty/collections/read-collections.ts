import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { publishLoyaltyRulesJob } from "../loyalty-jobs.ts";
import { settleLoyalty } from "../settle/settle-loyalty.ts";

/** Of a larger collection the first ones count. */
const MOST_PRODUCTS = 10_000;
/** A collection is read once in so long at most. */
export const READ_AGAIN_MS = 3_600_000;

/**
 * Asks the platform which products these collections have, where that was not done within the last hour, and counts customers
 * again whose orders had what is new in them. A product that is new belongs to it since the time before, and one that has left
 * belonged to it until now: when it came or left in between nobody knows, and the customer has the benefit. The first answer holds
 * for all time before it. Calls the network. Safe to repeat.
 *
 * @throws PlatformFailure.
 */
export async function readCollections(
  context: ShopContext,
  collectionIds: Iterable<number>,
): Promise<void> {
  for (const id of new Set(collectionIds)) {
    const found = await readCollection(context, id);
    if (found) await countBuyers(context, found);
  }
}

/** Products that were found in a collection in which they were not at `since`. */
interface NewProducts {
  since: Date;
  productIds: bigint[];
}

/** @returns what is new since the time before; null when nothing is, and the first time. */
async function readCollection(context: ShopContext, id: number): Promise<NewProducts | null> {
  const { db, shop, clock, platform } = context;
  const collectionId = BigInt(id);
  const where = { shopId_collectionId: { shopId: shop.id, collectionId } };
  const at = clock.now();
  const known = await db.prisma.loyaltyCollection.findUnique({ where });
  if (known && at.getTime() - known.readAt.getTime() < READ_AGAIN_MS) return null;
  // One that is gone has none.
  const listed = (await platform.listCollectionProducts(id, MOST_PRODUCTS)) ?? [];
  const products = listed.map(BigInt);
  return db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const before = await tx.loyaltyCollection.findUnique({ where });
    // Another one was faster.
    if (before?.readAt.getTime() !== known?.readAt.getTime()) return null;
    await tx.loyaltyCollection.upsert({
      where,
      create: { shopId: shop.id, collectionId, readAt: at },
      update: { readAt: at },
    });
    const left = await tx.$executeRaw`
      UPDATE loyalty_collection_products SET until = ${at}
      WHERE shop_id = ${shop.id} AND collection_id = ${collectionId} AND until IS NULL
        AND product_id <> ALL (${products}::bigint[])`;
    // The platform dates orders to the second.
    const since = before && new Date(Math.floor(before.readAt.getTime() / 1000) * 1000);
    const added = await tx.$queryRaw<{ product_id: bigint }[]>`
      INSERT INTO loyalty_collection_products (shop_id, collection_id, product_id, since)
      SELECT ${shop.id}::bigint, ${collectionId}::bigint, p.id, ${since}::timestamptz
      FROM unnest(${products}::bigint[]) AS p (id)
      ON CONFLICT (shop_id, collection_id, product_id) WHERE until IS NULL DO NOTHING
      RETURNING product_id`;
    if (left + added.length > 0) await addJob(tx, publishLoyaltyRulesJob, { shopId: shop.id });
    if (!since || added.length === 0) return null;
    return { since, productIds: added.map(({ product_id }) => product_id) };
  });
}

async function countBuyers(
  context: ShopContext,
  { since, productIds }: NewProducts,
): Promise<void> {
  const { db, shop } = context;
  const rows = await db.prisma.$queryRaw<{ customer_id: bigint }[]>`
    SELECT DISTINCT o.customer_id FROM orders o
    WHERE o.shop_id = ${shop.id} AND o.processed_at >= ${since} AND o.customer_id IS NOT NULL
      AND EXISTS (
        SELECT 1 FROM jsonb_array_elements(o.lines) line
        WHERE (line ->> 'productId')::bigint = ANY (${productIds}::bigint[]))
    ORDER BY o.customer_id`;
  await settleLoyalty(
    context,
    rows.map(({ customer_id }) => customer_id),
  );
}

/** The platform's numbers of the collections by which rules count now. */
export async function listWatched({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<number[]> {
  const rows = await db.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT DISTINCT c.id::bigint AS id
    FROM loyalty_rules r
    JOIN loyalty_rule_versions v
      ON v.shop_id = r.shop_id AND v.rule_id = r.id AND v.version = r.version
    CROSS JOIN LATERAL jsonb_array_elements_text(
      CASE jsonb_typeof(v.conditions -> 'collection_ids')
        WHEN 'array' THEN v.conditions -> 'collection_ids' ELSE '[]' END) AS c (id)
    WHERE r.shop_id = ${shop.id} AND v.is_active
    ORDER BY 1`;
  return rows.map(({ id }) => Number(id));
}
