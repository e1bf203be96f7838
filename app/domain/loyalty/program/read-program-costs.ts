import type { ShopContext } from "../../context.ts";
import { type RewardRules, rewardTypeOf } from "../rewards/reward-types.ts";
import { RULE_STATUS } from "../rules/read-rules.ts";
import { tierNameOf } from "../tiers/ladder.ts";
import { readLadders } from "../tiers/read-ladders.ts";

/** What gives rewards: a rule, a reward that customers redeem points for, or a tier that they enter. */
export type GiverKind = "rule" | "point_reward" | "tier";

/** What one of them gave over a span of time, and what came of its coupons in orders of that time. */
export interface ProgramCost {
  kind: GiverKind;
  id: bigint;
  name: string;
  /** It was taken out of the list for good, and has no page. */
  isArchived: boolean;
  rewards: number;
  points: number;
  /** What customers paid for it in points. */
  pointsPaid: number;
  /** Store credit, minor units. */
  creditMinor: number;
  coupons: number;
  /** Rewards on subscriptions. */
  contracts: number;
  /** What orders were lowered by with its coupons, minor units. */
  couponsUsedMinor: number;
  /** What it cost in money: the credit that it gave, and what its coupons took off. */
  costMinor: number;
}

interface GiverRow {
  kind: GiverKind;
  giver_id: string;
}

interface GivenRow extends GiverRow {
  reward_type: string;
  rewards: string;
  given: string;
  /** Store credit that is with customers or was spent, minor units. */
  credit: string;
  points_paid: string;
}

/** Of a reward `w`; its movements in the ledger are named as `movementKey` does. */
const GIVER = `
  CASE WHEN w.point_reward_id IS NOT NULL THEN 'point_reward' WHEN w.tier_id IS NOT NULL THEN 'tier' ELSE 'rule' END AS kind,
  coalesce(w.point_reward_id, w.tier_id, w.rule_id) AS giver_id`;

/**
 * What the program has given since an instant, what cost most first. Rewards that were taken back are not counted, but store credit
 * of them that had been spent is. Store credit costs its amount when it is given; a coupon costs what it took off orders that were
 * placed since then. Points cost nothing until they are redeemed, and then they cost what they were redeemed for. What rewards on
 * subscriptions take off renewals is not known: orders name no discount of a contract.
 *
 * Read by the indexes of rewards by time, of orders by date, and of entries by their cause.
 */
export async function readProgramCosts(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  since: Date,
): Promise<ProgramCost[]> {
  const values = [String(shop.id), since];
  const [given, used, ...named] = await Promise.all([
    db.pool.query<GivenRow>(
      `SELECT ${GIVER}, coalesce(w.reward ->> 'reward_type', '') AS reward_type,
         count(*) FILTER (WHERE w.given > 0) AS rewards, sum(w.given) AS given, sum(moved.credit) AS credit,
         coalesce(sum(w.points_paid) FILTER (WHERE w.given > 0), 0) AS points_paid
       FROM loyalty_rewards w
       CROSS JOIN LATERAL (
         SELECT CASE
           WHEN w.reward ->> 'reward_type' <> 'store_credit' THEN 0
           WHEN w.movements < 2 THEN w.given
           ELSE (
             SELECT coalesce(sum(e.amount_minor), 0)
             FROM generate_series(0, w.movements - 1) number
             JOIN credit_entries e ON e.shop_id = $1 AND e.source_key = 'loyalty:' || w.id || ':' || number
             WHERE e.unit = 'money') END AS credit) moved
       WHERE w.shop_id = $1 AND w.completed_at >= $2 AND (w.given > 0 OR moved.credit > 0)
       GROUP BY 1, 2, 3`,
      values,
    ),
    db.pool.query<GiverRow & { used: string }>(
      `SELECT ${GIVER}, sum((one ->> 'amountMinor')::bigint) AS used
       FROM orders o
       CROSS JOIN LATERAL jsonb_array_elements(o.discount_codes) one
       JOIN loyalty_coupons c ON c.shop_id = $1 AND upper(c.code) = upper(one ->> 'code')
       JOIN loyalty_rewards w ON w.shop_id = $1 AND w.id = c.reward_id
       WHERE o.shop_id = $1 AND o.processed_at >= $2 AND o.cancelled_at IS NULL AND NOT o.is_test
         AND o.discount_codes <> '[]'::jsonb
       GROUP BY 1, 2`,
      values,
    ),
    db.prisma.loyaltyRule.findMany({
      where: { shopId: shop.id },
      select: { id: true, name: true, status: true },
    }),
    db.prisma.loyaltyPointReward.findMany({
      where: { shopId: shop.id },
      select: { id: true, name: true, archivedAt: true },
    }),
    readLadders(db.prisma, shop.id),
  ]);
  const nameOf = namesOf(...named);
  const costs = new Map<string, ProgramCost>();
  const costOf = ({ kind, giver_id }: GiverRow): ProgramCost => {
    const key = `${kind} ${giver_id}`;
    const cost = costs.get(key) ?? blank(kind, BigInt(giver_id), nameOf(kind, BigInt(giver_id)));
    costs.set(key, cost);
    return cost;
  };
  for (const row of given.rows) addGiven(costOf(row), row);
  for (const row of used.rows) costOf(row).couponsUsedMinor += Number(row.used);
  return [...costs.values()]
    .map((cost) => ({ ...cost, costMinor: cost.creditMinor + cost.couponsUsedMinor }))
    .sort((one, other) => other.costMinor - one.costMinor || other.rewards - one.rewards);
}

type Name = Pick<ProgramCost, "name" | "isArchived">;

function namesOf(
  rules: readonly { id: bigint; name: string; status: number }[],
  pointRewards: readonly { id: bigint; name: string; archivedAt: Date | null }[],
  ladders: Awaited<ReturnType<typeof readLadders>>,
) {
  const named: Record<"rule" | "point_reward", Map<bigint, Name>> = {
    rule: new Map(
      rules.map(({ id, name, status }) => [
        id,
        { name, isArchived: status === RULE_STATUS.archived },
      ]),
    ),
    point_reward: new Map(
      pointRewards.map(({ id, name, archivedAt }) => [id, { name, isArchived: !!archivedAt }]),
    ),
  };
  return (kind: GiverKind, id: bigint): Name =>
    kind === "tier"
      ? { name: tierNameOf(ladders, Number(id)) ?? "", isArchived: false }
      : (named[kind].get(id) ?? { name: "", isArchived: true });
}

function blank(kind: GiverKind, id: bigint, name: Name): ProgramCost {
  const nothing = { rewards: 0, points: 0, pointsPaid: 0, creditMinor: 0, coupons: 0 };
  return { kind, id, ...name, ...nothing, contracts: 0, couponsUsedMinor: 0, costMinor: 0 };
}

function addGiven(cost: ProgramCost, row: GivenRow): void {
  const given = Number(row.given);
  cost.rewards += Number(row.rewards);
  cost.pointsPaid += Number(row.points_paid);
  cost.creditMinor += Number(row.credit);
  const { unit } = rewardTypeOf({ reward_type: row.reward_type } as RewardRules);
  if (unit === "points") cost.points += given;
  if (unit === "coupon") cost.coupons += given;
  if (unit === "contract") cost.contracts += given;
}
