import type { Queries } from "#app/lib/db.ts";
import type { Ladder, Tier, TierBasis } from "./ladder.ts";

/** All versions of a store's tiers, the earliest first. */
export async function readLadders(queries: Queries, shopId: bigint): Promise<Ladder[]> {
  const rows = await queries.loyaltyLadder.findMany({
    where: { shopId },
    orderBy: { version: "asc" },
  });
  return rows.map(({ version, since, basis, tiers }) => ({
    ...{ version, since, basis: basis as TierBasis },
    tiers: tiers as unknown as Tier[],
  }));
}
