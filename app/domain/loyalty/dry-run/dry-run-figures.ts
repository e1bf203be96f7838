import type { CustomerFacts } from "../facts/customer-facts.ts";
import { rewardTypeOf } from "../rewards/reward-types.ts";
import type { CountableRule } from "../rules/count-rule.ts";
import { toMinor } from "../rules/money-and-points.ts";
import type { RuleStore } from "../rules/rule-type-module.ts";
import { countStanding, type DesiredReward } from "../settle/desired-rewards.ts";

/** What a rule comes to over a span of time. */
export interface DryRunFigures {
  customers: number;
  completions: number;
  points: number;
  /** Store credit, minor units of the store's currency. */
  creditMinor: number;
  coupons: number;
  /** What the coupons of a fixed amount are worth together, if all are used; minor units. */
  worthMinor: number;
}

export interface DryRunTally {
  /** What was completed in the last month, by a rule that had begun a year ago. */
  month: DryRunFigures;
  /** All of it. */
  year: DryRunFigures;
}

export const NOTHING: DryRunFigures = {
  ...{ customers: 0, completions: 0, points: 0 },
  ...{ creditMinor: 0, coupons: 0, worthMinor: 0 },
};

/** Adds what a rule would have given these customers. Pure, and the same count by which rewards are given. */
export function tallyDryRun(
  before: DryRunTally,
  rule: CountableRule,
  customers: readonly CustomerFacts[],
  at: { store: RuleStore; monthAt: Date; now: Date },
): DryRunTally {
  const month = { ...before.month };
  const year = { ...before.year };
  for (const customer of customers) {
    const { rewards } = countStanding([rule], customer, at);
    add(year, rewards, at.store);
    add(
      month,
      rewards.filter(({ completion }) => completion.at >= at.monthAt),
      at.store,
    );
  }
  return { month, year };
}

function add(
  figures: DryRunFigures,
  rewards: readonly DesiredReward[],
  { currency }: RuleStore,
): void {
  if (rewards.length === 0) return;
  figures.customers += 1;
  figures.completions += rewards.length;
  for (const { reward, amount } of rewards) {
    const { unit } = rewardTypeOf(reward);
    if (unit === "points") figures.points += amount;
    else if (unit === "money") figures.creditMinor += amount;
    else figures.coupons += amount;
    if (reward.reward_type === "discount" && reward.discount_type === "fixed_amount") {
      figures.worthMinor += toMinor(reward.discount_amount, currency);
    }
  }
}

/**
 * The figures of a rule that gives so many rewards to all customers together: who came first in the year got them. Which of a
 * year's amounts those were is not known where they differ, so of these it is the average.
 */
export function withinTotal({ month, year }: DryRunTally, most: number | null): DryRunTally {
  if (most === null || year.completions <= most) return { month, year };
  const before = year.completions - month.completions;
  return {
    month: shareOf(month, Math.min(month.completions, Math.max(0, most - before))),
    year: shareOf(year, most),
  };
}

function shareOf(figures: DryRunFigures, left: number): DryRunFigures {
  const { customers, completions } = figures;
  if (completions === 0) return NOTHING;
  const share = (sum: number) => Number((BigInt(sum) * BigInt(left)) / BigInt(completions));
  return {
    ...{ customers: Math.min(customers, left), completions: left },
    ...{ points: share(figures.points), creditMinor: share(figures.creditMinor) },
    ...{ coupons: share(figures.coupons), worthMinor: share(figures.worthMinor) },
  };
}
