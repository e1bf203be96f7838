import type { Queries } from "#app/lib/db.ts";

/**
 * Keeps others from counting these customers until the transaction ends. Taken before the store's lock, in the order of
 * their ids.
 */
export async function lockLoyalty(
  tx: Queries,
  shopId: bigint,
  customerIds: readonly bigint[],
): Promise<void> {
  const names = customerIds.map((id) => `loyalty:${shopId}:${id}`).sort();
  // Row by row, in the order of the array.
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(${names}::text[]) AS n (name)`;
}
