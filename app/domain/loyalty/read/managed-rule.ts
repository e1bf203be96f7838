import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";
import type { RewardRules } from "../rewards/reward-types.ts";
import { RULE_STATUS, toDay } from "../rules/read-rules.ts";
import type { RuleConditions, RuleLimits } from "../rules/rule-terms.ts";
import type { RuleSettings, RuleType } from "../rules/rule-types.ts";

export type RuleStatusName = "active" | "inactive" | "draft";

/** A rule as the merchant manages it. */
export interface ManagedRule {
  id: bigint;
  /** Changes with every edit: a save that sends an older version is rejected as stale. */
  version: string;
  status: RuleStatusName;
  type: RuleType;
  name: string;
  description: string;
  settings: RuleSettings;
  conditions: RuleConditions;
  reward: RewardRules | null;
  limits: RuleLimits;
  /** `YYYY-MM-DD`. */
  startDate: string;
  endDate: string | null;
}

/** The store's rules in the merchant's order, without those that were archived. */
export async function listManagedRules(
  context: Pick<ShopContext, "db" | "shop">,
): Promise<ManagedRule[]> {
  return readRules(context, {});
}

/** One rule. @throws AppError not_found, also for one that was archived. */
export async function getManagedRule(
  context: Pick<ShopContext, "db" | "shop">,
  id: bigint,
): Promise<ManagedRule> {
  const [rule] = await readRules(context, { id });
  if (!rule) throw new AppError("not_found", "There is no such rule, or it was archived.");
  return rule;
}

async function readRules(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  which: { id?: bigint },
): Promise<ManagedRule[]> {
  const rows = await db.prisma.loyaltyRule.findMany({
    where: { shopId: shop.id, status: { not: RULE_STATUS.archived }, ...which },
    include: { versions: { orderBy: { version: "desc" }, take: 1 } },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return rows.flatMap(({ versions: [latest], ...row }): ManagedRule[] =>
    latest
      ? [
          {
            ...{ id: row.id, name: row.name, description: row.description },
            version: row.updatedAt.toISOString(),
            status: statusName(row.status),
            type: row.type as RuleType,
            settings: latest.settings as RuleSettings,
            conditions: latest.conditions as unknown as RuleConditions,
            reward: latest.reward as unknown as RewardRules | null,
            limits: latest.limits as unknown as RuleLimits,
            startDate: toDay(latest.startDate),
            endDate: latest.endDate && toDay(latest.endDate),
          },
        ]
      : [],
  );
}

function statusName(status: number): RuleStatusName {
  if (status === RULE_STATUS.active) return "active";
  return status === RULE_STATUS.draft ? "draft" : "inactive";
}

/** More rewards of one rule are not counted one by one. */
export const MOST_GIVEN = 10_000;

/** How many rewards each rule has given and not taken back, {@link MOST_GIVEN} + 1 at most. A rule that has given none is left out. */
export async function countGiven({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<Map<bigint, number>> {
  const { rows } = await db.pool.query<{ id: string; given: string }>(
    `SELECT r.id, given.count AS given
     FROM loyalty_rules r
     CROSS JOIN LATERAL (
       SELECT count(*) AS count FROM (
         SELECT 1 FROM loyalty_rewards w
         WHERE w.shop_id = $1 AND w.rule_id = r.id AND w.given > 0 LIMIT $3) seen) given
     WHERE r.shop_id = $1 AND r.status <> $2 AND given.count > 0`,
    [String(shop.id), RULE_STATUS.archived, MOST_GIVEN + 1],
  );
  return new Map(rows.map(({ id, given }) => [BigInt(id), Number(given)]));
}
