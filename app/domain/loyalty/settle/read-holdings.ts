import type {
  LoyaltyProgress,
  LoyaltyReward,
  LoyaltyStanding,
} from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";

/** What is written of a customer: what they were given, and where they stand. */
export interface Holdings {
  /** The earliest first. */
  rewards: readonly LoyaltyReward[];
  progress: readonly LoyaltyProgress[];
  tierRow: LoyaltyStanding | null;
}

/** What is written of these customers, by their ids, in three statements however many they are. */
export async function readHoldings(
  queries: Queries,
  { shop }: Pick<ShopContext, "shop">,
  customerIds: readonly bigint[],
): Promise<Map<bigint, Holdings>> {
  const where = { shopId: shop.id, customerId: { in: [...customerIds] } };
  const rewards = await queries.loyaltyReward.findMany({ where, orderBy: { id: "asc" } });
  const progress = await queries.loyaltyProgress.findMany({ where });
  const standings = await queries.loyaltyStanding.findMany({ where });
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
