import { endOfDate, startOfDate } from "#app/lib/calendar-date.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import type { RewardRules } from "../rewards/reward-types.ts";
import type { CountableRule } from "./count-rule.ts";
import type { RuleConditions, RuleLimits, RuleVersion } from "./rule-terms.ts";
import type { RuleSettings, RuleType } from "./rule-types.ts";

/** Rule status, as the contract numbers it (decisions 10). */
export const RULE_STATUS = { inactive: 0, active: 1, draft: 2, archived: 3 } as const;

/** All rules of a store that may have counted, with their versions, in the order of their ids. A draft never has. */
export async function readCountableRules(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  queries: Queries = db.prisma,
): Promise<CountableRule[]> {
  const rows = await queries.loyaltyRule.findMany({
    where: { shopId: shop.id, status: { not: RULE_STATUS.draft } },
    include: { versions: { orderBy: { version: "asc" } } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, type, name, versions }) => ({
    id,
    type: type as RuleType,
    name,
    versions: versions.map(
      (one): RuleVersion<RuleSettings> => ({
        version: one.version,
        since: one.since,
        isActive: one.isActive,
        settings: one.settings as RuleSettings,
        conditions: one.conditions as unknown as RuleConditions,
        reward: one.reward as unknown as RewardRules | null,
        limits: one.limits as unknown as RuleLimits,
        startsAt: begin(one.startDate, shop.ianaTimezone),
        endsAt: one.endDate && endOfDate(toDay(one.endDate), shop.ianaTimezone),
      }),
    ),
  }));
}

function begin(day: Date, zone: string): Date {
  const instant = startOfDate(toDay(day), zone);
  if (!instant) throw new Error(`${day.toISOString()} is no day`);
  return instant;
}

/** A day as the database keeps it, `YYYY-MM-DD`. */
export function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
