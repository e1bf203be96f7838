import type { ShopContext } from "../../context.ts";
import type { RewardRules } from "../rewards/reward-types.ts";

/** What customers can get for points now. */
export interface OfferedPointReward {
  id: bigint;
  name: string;
  points: number;
  reward: RewardRules;
}

/** In the merchant's order. */
export async function listPointRewards({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<OfferedPointReward[]> {
  const rows = await db.prisma.loyaltyPointReward.findMany({
    where: { shopId: shop.id, archivedAt: null, isActive: true },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return rows.map(({ id, name, points, reward }) => ({
    ...{ id, name, points: Number(points) },
    reward: reward as unknown as RewardRules,
  }));
}
