import type { LoyaltyPointReward } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";
import type { RewardRules } from "../rewards/reward-types.ts";

/** What points can be redeemed for, as the merchant manages it. */
export interface ManagedPointReward {
  id: bigint;
  /** Changes with every edit: a save that sends an older version is rejected as stale. */
  version: string;
  name: string;
  points: number;
  reward: RewardRules;
  /** So often each customer can have it; null: without a limit. */
  perCustomer: number | null;
  isActive: boolean;
}

/** In the merchant's order, also those that are off, without those that were archived. */
export async function listManagedPointRewards({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<ManagedPointReward[]> {
  const rows = await db.prisma.loyaltyPointReward.findMany({
    where: { shopId: shop.id, archivedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return rows.map(toManaged);
}

/** One of them. @throws AppError not_found, also for one that was archived. */
export async function getManagedPointReward(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  id: bigint,
): Promise<ManagedPointReward> {
  const row = await db.prisma.loyaltyPointReward.findUnique({
    where: { shopId_id: { shopId: shop.id, id } },
  });
  if (!row || row.archivedAt) {
    throw new AppError("not_found", "There is no such reward for points, or it was archived.");
  }
  return toManaged(row);
}

function toManaged(row: LoyaltyPointReward): ManagedPointReward {
  const { id, name, points, perCustomer, isActive, updatedAt } = row;
  return {
    ...{ id, name, points: Number(points), perCustomer, isActive },
    version: updatedAt.toISOString(),
    reward: row.reward as unknown as RewardRules,
  };
}

/** More redemptions of one are not counted one by one. */
export const MOST_REDEEMED = 10_000;

/**
 * How often each was redeemed, without those whose points came back, {@link MOST_REDEEMED} + 1 at most. One that was never
 * redeemed is left out.
 */
export async function countRedeemed({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<Map<bigint, number>> {
  const { rows } = await db.pool.query<{ id: string; redeemed: string }>(
    `SELECT p.id, redeemed.count AS redeemed
     FROM loyalty_point_rewards p
     CROSS JOIN LATERAL (
       SELECT count(*) AS count FROM (
         SELECT 1 FROM loyalty_rewards w
         WHERE w.shop_id = $1 AND w.point_reward_id = p.id AND w.given > 0 LIMIT $2) seen) redeemed
     WHERE p.shop_id = $1 AND p.archived_at IS NULL AND redeemed.count > 0`,
    [String(shop.id), MOST_REDEEMED + 1],
  );
  return new Map(rows.map(({ id, redeemed }) => [BigInt(id), Number(redeemed)]));
}
