import type { ShopContext } from "../../context.ts";
import { readCreditAccount } from "../../ledger/read-account.ts";
import { COUPON_STATUS } from "../rewards/move-coupons.ts";
import { RULE_STATUS } from "../rules/read-rules.ts";
import type { Progress } from "../rules/rule-type-module.ts";

/** Where a customer stands in the loyalty program. */
export interface LoyaltyStanding {
  pointsBalance: number;
  pointsPending: number;
  lifetimePoints: number;
  rules: { id: bigint; type: string; name: string; progress: Progress | null }[];
  availableCoupons: number;
}

export async function readStanding(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  customerId: bigint,
): Promise<LoyaltyStanding> {
  const { db, shop, clock } = context;
  const where = { shopId: shop.id, customerId };
  const [account, rules, progress, availableCoupons] = await Promise.all([
    readCreditAccount(context, customerId, "points"),
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
  ]);
  const progressOf = new Map(
    progress.map(({ ruleId, current, required }) => [
      ruleId,
      { current: Number(current), required: Number(required) },
    ]),
  );
  return {
    pointsBalance: account.availableMinor,
    pointsPending: account.pendingMinor,
    lifetimePoints: account.issuedMinor,
    rules: rules.map(({ id, type, name }) => ({
      ...{ id, type, name },
      progress: progressOf.get(id) ?? null,
    })),
    availableCoupons,
  };
}
