import type { ShopContext } from "../../context.ts";
import { rewardIdOf } from "../rewards/reward-movement.ts";
import { tierNameOf } from "../tiers/ladder.ts";
import { readLadders } from "../tiers/read-ladders.ts";

/** A movement of a customer's points, as the shop's own pages show it. */
export interface ShopperPointsEntry {
  id: bigint;
  typeCode: number;
  /** Below zero for what was spent, expired or was taken back. */
  points: number;
  /** It counts once its order can no longer be sent back. */
  isPending: boolean;
  /** When pending points can be spent; null for others, and for those that are taken back by now. */
  availableFrom: Date | null;
  /** Of the rule, the tier or the reward that it is about, as it is called now. */
  name: string | null;
  /** What the store gave as the reason, in its own words. */
  reason: string | null;
  orderName: string | null;
  at: Date;
}

/** What counts, and what is pending. A pending one that has ended was posted again as one that counts. */
const SHOWN = [0, 1];

/** The newest movements of a customer's points, newest first. */
export async function listPointsForShopper(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  count: number,
): Promise<ShopperPointsEntry[]> {
  const rows = await db.prisma.creditEntry.findMany({
    where: { shopId: shop.id, customerId, unit: "points", status: { in: SHOWN } },
    orderBy: { id: "desc" },
    take: count,
  });
  const rewards = await readRewards(
    { db, shop },
    rows.map(({ sourceKey }) => rewardIdOf(sourceKey)),
  );
  return rows.map((row) => {
    const reward = rewards.get(rewardIdOf(row.sourceKey) ?? 0n);
    const isPending = row.status === 1;
    const comes = isPending && row.amountMinor > 0n && reward !== undefined && reward.given > 0n;
    return {
      id: row.id,
      typeCode: row.typeCode,
      points: Number(row.amountMinor),
      isPending,
      availableFrom: comes ? reward.pendingUntil : null,
      name: reward?.name ?? null,
      reason: row.reason,
      orderName: row.orderName,
      at: row.createdAt,
    };
  });
}

interface NamedReward {
  name: string | null;
  given: bigint;
  pendingUntil: Date | null;
}

async function readRewards(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  ids: readonly (bigint | null)[],
): Promise<Map<bigint, NamedReward>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db.prisma.loyaltyReward.findMany({
    where: { shopId: shop.id, id: { in: known } },
    select: {
      ...{ id: true, given: true, pendingUntil: true, tierId: true },
      rule: { select: { name: true } },
      pointReward: { select: { name: true } },
    },
  });
  const isOfTier = rows.some(({ tierId }) => tierId !== null);
  const ladders = isOfTier ? await readLadders(db.prisma, shop.id) : [];
  return new Map(
    rows.map(({ id, given, pendingUntil, tierId, rule, pointReward }) => {
      const name = rule?.name ?? pointReward?.name ?? tierNameOf(ladders, tierId);
      return [id, { name, given, pendingUntil }];
    }),
  );
}
