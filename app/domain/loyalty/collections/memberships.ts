import type { Ask } from "#app/lib/ask.ts";

/** Says to which collections a product belonged at an instant, of those that rules name. */
export type CollectionsOf = (productId: number, at: Date) => readonly number[];

/** For orders whose products nobody asks about. */
export const noCollections: CollectionsOf = () => [];

const COLLECTIONS_OF_PRODUCTS = `
  SELECT c.product_id AS "productId", c.collection_id AS "collectionId", c.since, c.until
  FROM unnest($2::bigint[]) AS given (id)
  CROSS JOIN LATERAL (
    SELECT * FROM loyalty_collection_products WHERE shop_id = $1 AND product_id = given.id OFFSET 0) c`;

interface Membership {
  productId: bigint | string;
  collectionId: bigint | string;
  since: Date | null;
  until: Date | null;
}

/** Reads when these products belonged to collections. */
export async function readMemberships(
  ask: Ask,
  shopId: bigint,
  productIds: readonly number[],
): Promise<CollectionsOf> {
  if (productIds.length === 0) return noCollections;
  const rows = await ask<Membership>(COLLECTIONS_OF_PRODUCTS, [shopId, [...new Set(productIds)]]);
  if (rows.length === 0) return noCollections;
  const rowsOf = Map.groupBy(rows, ({ productId }) => Number(productId));
  return (productId, at) =>
    (rowsOf.get(productId) ?? []).flatMap(({ collectionId, since, until }) =>
      (!since || since <= at) && (!until || at < until) ? [Number(collectionId)] : [],
    );
}
