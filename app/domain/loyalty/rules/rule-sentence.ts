import type { LoyaltyWords } from "../loyalty-words.ts";
import { type RewardRules, rewardTypeOf } from "../rewards/reward-types.ts";
import type { RuleConditions, RuleLimits } from "./rule-terms.ts";
import { type RuleSettings, type RuleType, ruleTypeOf } from "./rule-types.ts";

/** What a rule's sentence is about: a version of it, as it is kept or as it is being typed. */
export interface DescribedRule {
  type: RuleType;
  settings: RuleSettings;
  conditions: RuleConditions;
  /** Null where the rule itself says how many points it gives. */
  reward: RewardRules | null;
  limits: RuleLimits;
  /** The last day, `YYYY-MM-DD`; null for ever. */
  endDate: string | null;
}

/**
 * What a rule does, in plain sentences: "100 points for every 5 orders that were sent. Members only." Pure.
 *
 * @param tierNames by number; where one is not known, tiers are only counted.
 */
export function ruleSentence(
  rule: DescribedRule,
  words: LoyaltyWords,
  tierNames: ReadonlyMap<number, string> = new Map(),
): string {
  const what = ruleTypeOf(rule.type).describe(rule.settings, words);
  const gives = rule.reward && rewardTypeOf(rule.reward).describe(rule.reward, words);
  return [
    gives ? `${gives} ${what}` : what,
    ...conditionsOf(rule.conditions, words, tierNames),
    ...limitsOf(rule.limits, words),
    ...(rule.endDate ? [`until ${words.day(rule.endDate)}`] : []),
  ]
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
    .join(" ");
}

function conditionsOf(
  {
    customer_settings: meant,
    product_ids: products,
    collection_ids: collections,
    tier_ids: tiers,
  }: RuleConditions,
  { count, quoted }: LoyaltyWords,
  tierNames: ReadonlyMap<number, string>,
): string[] {
  const named = tiers?.flatMap((id) => tierNames.get(id) ?? []) ?? [];
  const isNamed = named.length > 0 && named.length === tiers?.length;
  const goods = [
    ...(products ? [count(products.length, "product")] : []),
    ...(collections ? [`what is in ${count(collections.length, "collection")}`] : []),
  ];
  return [
    ...(meant.apply_to === "members" ? ["members only"] : []),
    ...(meant.apply_to === "tagged"
      ? [`only customers tagged ${meant.tags.map(quoted).join(" or ")}`]
      : []),
    ...(tiers ? [`only in ${isNamed ? named.join(" or ") : count(tiers.length, "tier")}`] : []),
    ...(goods.length > 0 ? [`of an order only ${goods.join(" and ")} may count`] : []),
  ];
}

function limitsOf(
  { per_customer: each, per_customer_per_day: day, in_total: all }: RuleLimits,
  { count }: LoyaltyWords,
): string[] {
  const parts = [
    ...(each === null ? [] : [`${count(each, "time")} per customer`]),
    ...(day === null ? [] : [`${count(day, "time")} a day per customer`]),
    ...(all === null ? [] : [`${count(all, "time")} in all`]),
  ];
  return parts.length === 0 ? [] : [`at most ${parts.join(", ")}`];
}
