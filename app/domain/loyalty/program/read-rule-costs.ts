import type { ShopContext } from "../../context.ts";
import { type RewardRules, rewardTypeOf } from "../rewards/reward-types.ts";

/** What a rule gave over a span of time, and what came of its coupons in orders of that time. */
export interface RuleCost {
  ruleId: bigint;
  ruleName: string;
  rewards: number;
  customers: number;
  points: number;
  /** Store credit, minor units. */
  creditMinor: number;
  coupons: number;
  /** Discounts on subscriptions. */
  contracts: number;
  /** What orders were lowered by with its coupons, minor units. */
  couponsUsedMinor: number;
}

interface GivenRow {
  rule_id: string;
  reward_type: string;
  rewards: string;
  customers: string;
  given: string;
}

/**
 * What the rules have given since an instant, those that gave most rewards first. Rewards that were taken back are not counted; a
 * coupon costs what it took off orders that were placed since then.
 */
export async function readRuleCosts(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  since: Date,
): Promise<RuleCost[]> {
  const values = [String(shop.id), since];
  const [given, used, rules] = await Promise.all([
    db.pool.query<GivenRow>(
      `SELECT rule_id, coalesce(reward ->> 'reward_type', '') AS reward_type, count(*) AS rewards,
         count(DISTINCT customer_id) AS customers, sum(given) AS given
       FROM loyalty_rewards WHERE shop_id = $1 AND completed_at >= $2 AND given > 0 AND rule_id IS NOT NULL
       GROUP BY 1, 2`,
      values,
    ),
    db.pool.query<{ rule_id: string; used: string }>(
      `SELECT w.rule_id, sum((one ->> 'amountMinor')::bigint) AS used
       FROM orders o
       CROSS JOIN LATERAL jsonb_array_elements(o.discount_codes) one
       JOIN loyalty_coupons c ON c.shop_id = $1 AND upper(c.code) = upper(one ->> 'code')
       JOIN loyalty_rewards w ON w.shop_id = $1 AND w.id = c.reward_id
       WHERE o.shop_id = $1 AND o.processed_at >= $2 AND o.cancelled_at IS NULL AND NOT o.is_test
         AND o.discount_codes <> '[]'::jsonb AND w.rule_id IS NOT NULL
       GROUP BY 1`,
      values,
    ),
    db.prisma.loyaltyRule.findMany({
      where: { shopId: shop.id },
      select: { id: true, name: true },
    }),
  ]);
  const nameOf = new Map(rules.map(({ id, name }) => [String(id), name]));
  const costs = new Map<string, RuleCost>();
  const costOf = (ruleId: string): RuleCost => {
    const cost = costs.get(ruleId) ?? blank(ruleId, nameOf.get(ruleId) ?? "");
    costs.set(ruleId, cost);
    return cost;
  };
  for (const row of given.rows) addGiven(costOf(row.rule_id), row);
  for (const row of used.rows) costOf(row.rule_id).couponsUsedMinor += Number(row.used);
  return [...costs.values()].sort((one, other) => other.rewards - one.rewards);
}

function blank(ruleId: string, ruleName: string): RuleCost {
  const nothing = { rewards: 0, customers: 0, points: 0, creditMinor: 0, coupons: 0, contracts: 0 };
  return { ruleId: BigInt(ruleId), ruleName, ...nothing, couponsUsedMinor: 0 };
}

function addGiven(cost: RuleCost, row: GivenRow): void {
  const given = Number(row.given);
  cost.rewards += Number(row.rewards);
  // A rule whose reward was changed has two lines: who is in both is counted in both.
  cost.customers += Number(row.customers);
  switch (rewardTypeOf({ reward_type: row.reward_type } as RewardRules).unit) {
    case "points":
      cost.points += given;
      break;
    case "money":
      cost.creditMinor += given;
      break;
    case "coupon":
      cost.coupons += given;
      break;
    case "contract":
      cost.contracts += given;
  }
}
