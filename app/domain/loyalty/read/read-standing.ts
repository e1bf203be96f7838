import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { readCreditAccount } from "../../ledger/read-account.ts";
import { COUPON_STATUS } from "../rewards/move-coupons.ts";
import { RULE_STATUS } from "../rules/read-rules.ts";
import type { Progress } from "../rules/rule-type-module.ts";
import type { Tier, TierBasis } from "../tiers/ladder.ts";
import { readLadders } from "../tiers/read-ladders.ts";
import { shownProgress } from "./shown-progress.ts";

/** Where a customer stands in the loyalty program. */
export interface LoyaltyStanding {
  pointsBalance: number;
  pointsPending: number;
  /** All that were given, without those that were taken back. */
  lifetimePoints: number;
  rules: { id: bigint; type: string; name: string; progress: Progress | null }[];
  availableCoupons: number;
  tier: TierStanding;
}

/** Where a customer stands among the tiers; all null where the store has none. */
interface TierStanding {
  current: Tier | null;
  next: Tier | null;
  /** What is missing for the next one: points, minor units of the store's currency, or orders. */
  missing: number | null;
  /** What counts today, in the same unit. */
  amount: number;
  basis: TierBasis | null;
  reviewAt: Date | null;
}

export async function readStanding(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  customerId: bigint,
): Promise<LoyaltyStanding> {
  const { db, shop, clock } = context;
  const where = { shopId: shop.id, customerId };
  const [account, takenBack, rules, progress, availableCoupons, tier] = await Promise.all([
    readCreditAccount(context, customerId, "points"),
    readTakenBack(context, customerId),
    db.prisma.loyaltyRule.findMany({
      where: { shopId: shop.id, status: RULE_STATUS.active },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    }),
    db.prisma.loyaltyProgress.findMany({ where }),
    db.prisma.loyaltyCoupon.count({
      where: {
        ...where,
        status: COUPON_STATUS.active,
        discountGid: { not: null },
        OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }],
      },
    }),
    readTier(context, customerId),
  ]);
  const progressOf = new Map(progress.map((row) => [row.ruleId, shownProgress(row, clock.now())]));
  return {
    pointsBalance: account.availableMinor,
    pointsPending: account.pendingMinor,
    // A refund in part takes all points of its order back and gives those of the rest.
    lifetimePoints: account.issuedMinor - takenBack,
    rules: rules.map(({ id, type, name }) => ({
      ...{ id, type, name },
      progress: progressOf.get(id) ?? null,
    })),
    availableCoupons,
    tier,
  };
}

/** Points that were given and taken back, because their order was refunded or their event did not count after all. */
async function readTakenBack(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
): Promise<number> {
  const { _sum: sum } = await db.prisma.creditEntry.aggregate({
    where: {
      shopId: shop.id,
      customerId,
      unit: "points",
      status: 0,
      typeCode: CREDIT_TYPES.takenBack,
    },
    _sum: { amountMinor: true },
  });
  return 0 - Number(sum.amountMinor ?? 0);
}

/** Where a customer stands among the tiers of the store. */
export async function readTier(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
): Promise<TierStanding> {
  const [ladders, row] = await Promise.all([
    readLadders(db.prisma, shop.id),
    db.prisma.loyaltyStanding.findUnique({
      where: { shopId_customerId: { shopId: shop.id, customerId } },
    }),
  ]);
  const ladder = ladders.at(-1);
  const tiers = ladder?.tiers ?? [];
  const rank = tiers.findIndex(({ id }) => id === row?.tierId);
  const next = tiers[rank + 1] ?? null;
  const amount = Number(row?.amount ?? 0);
  return {
    current: tiers[rank] ?? null,
    next,
    // What leaves the year meanwhile is found at the next count: never less than one is missing.
    missing: next && Math.max(1, next.threshold - amount),
    amount,
    basis: ladder?.basis ?? null,
    reviewAt: row?.reviewAt ?? null,
  };
}
