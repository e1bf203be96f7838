import type { ShopContext } from "../../context.ts";
import type { RewardRules } from "../rewards/reward-types.ts";
import { RULE_STATUS, toDay } from "../rules/read-rules.ts";
import type { RuleConditions } from "../rules/rule-terms.ts";
import type { RuleSettings, RuleType } from "../rules/rule-types.ts";

/** A rule as other systems see it. */
export interface ListedRule {
  id: bigint;
  status: number;
  type: RuleType;
  name: string;
  description: string;
  settings: RuleSettings;
  conditions: RuleConditions;
  reward: RewardRules | null;
  /** `YYYY-MM-DD`. */
  startDate: string;
  endDate: string | null;
}

/** Of these statuses rules are shown to others. */
const SHOWN: readonly number[] = [RULE_STATUS.active, RULE_STATUS.inactive];

/** Rules in the merchant's order. A draft and an archived one are never listed. */
export async function listRules(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { type, status }: { type: RuleType | null; status: number },
): Promise<ListedRule[]> {
  if (!SHOWN.includes(status)) return [];
  const rows = await db.prisma.loyaltyRule.findMany({
    where: { shopId: shop.id, status, ...(type ? { type } : {}) },
    include: { versions: { orderBy: { version: "desc" }, take: 1 } },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return rows.flatMap(toListedRule);
}

/** One rule that is shown; null when there is none. */
export async function findRule(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  id: bigint,
): Promise<ListedRule | null> {
  const row = await db.prisma.loyaltyRule.findUnique({
    where: { shopId_id: { shopId: shop.id, id } },
    include: { versions: { orderBy: { version: "desc" }, take: 1 } },
  });
  if (!row || !SHOWN.includes(row.status)) return null;
  return toListedRule(row)[0] ?? null;
}

interface RuleRow {
  id: bigint;
  type: string;
  status: number;
  name: string;
  description: string;
  versions: {
    settings: unknown;
    conditions: unknown;
    reward: unknown;
    startDate: Date;
    endDate: Date | null;
  }[];
}

function toListedRule({ id, type, status, name, description, versions }: RuleRow): ListedRule[] {
  const [version] = versions;
  if (!version) return [];
  return [
    {
      ...{ id, status, name, description, type: type as RuleType },
      settings: version.settings as RuleSettings,
      conditions: version.conditions as RuleConditions,
      reward: version.reward as RewardRules | null,
      startDate: toDay(version.startDate),
      endDate: version.endDate && toDay(version.endDate),
    },
  ];
}
