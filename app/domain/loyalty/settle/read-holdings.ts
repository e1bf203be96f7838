import type {
  LoyaltyProgress,
  LoyaltyReward,
  LoyaltyStanding,
} from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";

/** What is written of a customer: what they were given, and where they stand. */
export interface Holdings {
  /** The earliest first. */
  rewards: readonly LoyaltyReward[];
  progress: readonly LoyaltyProgress[];
  tierRow: LoyaltyStanding | null;
}

/** What is written of these customers, by their ids. */
export async function readHoldings(
  queries: Queries,
  { shop }: Pick<ShopContext, "shop">,
  customerIds: readonly bigint[],
): Promise<Map<bigint, Holdings>> {
  const of = (some: bigint[]) => ({ shopId: shop.id, customerId: { in: some } });
  const rewards = await readInParts(customerIds, (some) =>
    queries.loyaltyReward.findMany({ where: of(some), orderBy: { id: "asc" } }),
  );
  const progress = await readInParts(customerIds, (some) =>
    queries.loyaltyProgress.findMany({ where: of(some) }),
  );
  const standings = await readInParts(customerIds, (some) =>
    queries.loyaltyStanding.findMany({ where: of(some) }),
  );
  const rewardsOf = Map.groupBy(rewards, ({ customerId }) => customerId);
  const progressOf = Map.groupBy(progress, ({ customerId }) => customerId);
  const standingOf = new Map(standings.map((one) => [one.customerId, one]));
  return new Map(
    customerIds.map((id) => [
      id,
      {
        rewards: rewardsOf.get(id) ?? [],
        progress: progressOf.get(id) ?? [],
        tierRow: standingOf.get(id) ?? null,
      },
    ]),
  );
}
