import type { CustomerFacts } from "../facts/customer-facts.ts";
import { type RewardRules, rewardTypeOf } from "../rewards/reward-types.ts";
import { type CountableRule, countRule, type TierIdBefore } from "../rules/count-rule.ts";
import type { Completion, Counted, Progress, RuleStore } from "../rules/rule-type-module.ts";
import type { RuleSettingsOf } from "../rules/rule-types.ts";
import { type Ladder, ladderAt } from "../tiers/ladder.ts";
import { countTiers, type TierFact, type TierHistory, tierBefore } from "../tiers/tier-history.ts";

/** All that decides what customers are given. */
export interface Program {
  readonly rules: readonly CountableRule[];
  /** The earliest first. */
  readonly ladders: readonly Ladder[];
}

/** What gives a reward: a rule that was fulfilled, or a tier that was reached. */
export interface Giver {
  readonly ruleId: bigint | null;
  readonly tierId: number | null;
  readonly name: string;
  /** To all customers together; null: without a limit. */
  readonly inTotal: number | null;
}

/** What a customer should have been given for one completion of a rule, or for a tier. */
export interface DesiredReward {
  readonly giver: Giver;
  readonly completion: Omit<Completion, "points">;
  readonly reward: RewardRules;
  /** Points, minor units of the store's currency, or pieces. */
  readonly amount: number;
}

export interface Standing {
  readonly rewards: readonly DesiredReward[];
  readonly progress: readonly (Progress & { ruleId: bigint })[];
  readonly tiers: TierHistory;
}

interface When {
  readonly store: RuleStore;
  readonly now: Date;
}

interface CountedRule extends Counted {
  readonly rule: CountableRule;
}

/** Everything that a customer should have by now, and where they stand. Pure. */
export function countStanding(program: Program, customer: CustomerFacts, when: When): Standing {
  const { ladders, rules } = program;
  const count = (before: TierIdBefore): CountedRule[] =>
    rules.map((rule) => ({ rule, ...countRule(rule, customer, { ...when, tierBefore: before }) }));
  // What only a tier gives lifts nobody: otherwise a tier would depend on itself.
  const outside = count(() => null);
  const facts = ladders.length > 0 ? liftingFacts(outside, customer, when) : [];
  const tiers = countTiers(ladders, facts, { zone: when.store.zone, now: when.now });
  const tierAt = (at: Date) => tierBefore(tiers, ladders, at);
  const counted = rules.some(isForTiers) ? count((at) => tierAt(at)?.id ?? null) : outside;
  return {
    rewards: [
      ...counted.flatMap(({ rule, completions }) =>
        completions.flatMap((completion) => {
          const multiplier = tierAt(completion.at)?.multiplier ?? 100;
          return rewardOfRule(rule, completion, { store: when.store, multiplier });
        }),
      ),
      ...entryRewards(tiers, ladders, when.store),
    ],
    progress: counted.flatMap(({ rule, progress }) =>
      progress && rule.versions.at(-1)?.isActive ? [{ ...progress, ruleId: rule.id }] : [],
    ),
    tiers,
  };
}

function isForTiers({ versions }: CountableRule): boolean {
  return versions.some(({ conditions }) => conditions.tier_ids !== null);
}

/** What lifts a customer. */
function liftingFacts(
  counted: readonly CountedRule[],
  { facts }: CustomerFacts,
  { store, now }: When,
): TierFact[] {
  const ofOrders = facts.flatMap((fact) =>
    fact.kind === "order" && fact.order.isPurchase && fact.at <= now
      ? [{ at: fact.at, points: 0, spend: fact.order.netMinor, orders: 1 }]
      : [],
  );
  const ofPoints = counted.flatMap(({ rule, completions }) =>
    completions.flatMap((completion) =>
      rewardOfRule(rule, completion, { store, multiplier: 100 }).flatMap(({ reward, amount }) =>
        reward.reward_type === "points"
          ? [{ at: completion.at, points: amount, spend: 0, orders: 0 }]
          : [],
      ),
    ),
  );
  const placed = facts.flatMap((fact) =>
    fact.kind === "placed_in_tier" && fact.at <= now
      ? [{ at: fact.at, points: 0, spend: 0, orders: 0, placedIn: Number(fact.data.tier_id) }]
      : [],
  );
  return [...ofOrders, ...ofPoints, ...placed];
}

function rewardOfRule(
  rule: CountableRule,
  completion: Completion,
  { store, multiplier }: { store: RuleStore; multiplier: number },
): DesiredReward[] {
  const version = rule.versions.find((one) => one.version === completion.version);
  const reward = rewardOf(version, completion);
  if (!reward) return [];
  const base = rewardTypeOf(reward).amount(reward, store);
  const amount = reward.reward_type === "points" ? Math.floor((base * multiplier) / 100) : base;
  const inTotal = version?.limits.in_total ?? null;
  const giver = { ruleId: rule.id, tierId: null, name: rule.name, inTotal };
  return [{ giver, completion, reward, amount }];
}

/** Once for each tier, when it was reached first. Who was put into one by the merchant has had it before. */
function entryRewards(
  { changes }: TierHistory,
  ladders: readonly Ladder[],
  store: RuleStore,
): DesiredReward[] {
  const seen = new Set<number>();
  return changes.flatMap(({ at, tierId, version, isPlaced }) => {
    if (tierId === null || seen.has(tierId)) return [];
    seen.add(tierId);
    if (isPlaced) return [];
    const tier = ladderAt(ladders, at)?.tiers.find(({ id }) => id === tierId);
    const reward = tier?.entryReward;
    if (!tier || !reward) return [];
    const giver = { ruleId: null, tierId, name: tier.name, inTotal: null };
    const completion = { key: "entry", at, version, orderId: null };
    return [{ giver, completion, reward, amount: rewardTypeOf(reward).amount(reward, store) }];
  });
}

function rewardOf(
  version: CountableRule["versions"][number] | undefined,
  { points, isFriends }: Completion,
): RewardRules | null | undefined {
  if (isFriends)
    return (version?.settings as RuleSettingsOf<"referral"> | undefined)?.friend_reward;
  return points === undefined ? version?.reward : { reward_type: "points", points };
}
