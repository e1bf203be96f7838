import type { Queries } from "#app/lib/db.ts";
import { readInParts } from "#app/lib/one-way.ts";

/** Says to which collections a product belonged at an instant, of those that rules name. */
export type CollectionsOf = (productId: number, at: Date) => readonly number[];

/** For orders whose products nobody asks about. */
export const noCollections: CollectionsOf = () => [];

/** Reads when these products belonged to collections. */
export async function readMemberships(
  queries: Queries,
  shopId: bigint,
  productIds: readonly number[],
): Promise<CollectionsOf> {
  if (productIds.length === 0) return noCollections;
  const rows = await readInParts([...new Set(productIds)].map(BigInt), (some) =>
    queries.loyaltyCollectionProduct.findMany({ where: { shopId, productId: { in: some } } }),
  );
  if (rows.length === 0) return noCollections;
  const rowsOf = Map.groupBy(rows, ({ productId }) => Number(productId));
  return (productId, at) =>
    (rowsOf.get(productId) ?? []).flatMap(({ collectionId, since, until }) =>
      (!since || since <= at) && (!until || at < until) ? [Number(collectionId)] : [],
    );
}
