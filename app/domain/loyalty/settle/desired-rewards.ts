import type { CustomerFacts } from "../facts/customer-facts.ts";
import { type RewardRules, rewardTypeOf } from "../rewards/reward-types.ts";
import { type CountableRule, countRule } from "../rules/count-rule.ts";
import type { Completion, Progress, RuleStore } from "../rules/rule-type-module.ts";
import type { RuleSettingsOf } from "../rules/rule-types.ts";

/** What a customer should have been given for one completion of a rule. */
export interface DesiredReward {
  rule: CountableRule;
  completion: Completion;
  reward: RewardRules;
  /** Points, minor units of the store's currency, or pieces. */
  amount: number;
}

export interface Standing {
  rewards: readonly DesiredReward[];
  progress: readonly (Progress & { ruleId: bigint })[];
}

/** Everything that a customer should have by now. Pure. */
export function countStanding(
  rules: readonly CountableRule[],
  customer: CustomerFacts,
  at: { store: RuleStore; now: Date },
): Standing {
  const counted = rules.map((rule) => ({ rule, ...countRule(rule, customer, at) }));
  return {
    rewards: counted.flatMap(({ rule, completions }) =>
      completions.flatMap((completion) => desiredReward(rule, completion, at.store)),
    ),
    progress: counted.flatMap(({ rule, progress }) =>
      progress && rule.versions.at(-1)?.isActive ? [{ ...progress, ruleId: rule.id }] : [],
    ),
  };
}

function desiredReward(
  rule: CountableRule,
  completion: Completion,
  store: RuleStore,
): DesiredReward[] {
  const version = rule.versions.find((one) => one.version === completion.version);
  const reward = rewardOf(version, completion);
  if (!reward) return [];
  return [{ rule, completion, reward, amount: rewardTypeOf(reward).amount(reward, store) }];
}

function rewardOf(
  version: CountableRule["versions"][number] | undefined,
  { points, isFriends }: Completion,
): RewardRules | null | undefined {
  if (isFriends)
    return (version?.settings as RuleSettingsOf<"referral"> | undefined)?.friend_reward;
  return points === undefined ? version?.reward : { reward_type: "points", points };
}
