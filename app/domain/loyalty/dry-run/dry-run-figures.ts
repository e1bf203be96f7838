import type { CustomerFacts } from "../facts/customer-facts.ts";
import { rewardTypeOf } from "../rewards/reward-types.ts";
import { toMinor } from "../rules/money-and-points.ts";
import type { RuleStore } from "../rules/rule-type-module.ts";
import { countStanding, type DesiredReward, type Program } from "../settle/desired-rewards.ts";

/** What a rule comes to over a span of time. */
export interface DryRunFigures {
  customers: number;
  completions: number;
  points: number;
  /** Store credit, minor units of the store's currency. */
  creditMinor: number;
  coupons: number;
  /** Rewards on subscriptions. */
  contracts: number;
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
  ...{ creditMinor: 0, coupons: 0, contracts: 0, worthMinor: 0 },
};

/** The rule that is tried, in a program: no rule that is saved has this id. */
export const TRIED_ID = 0n;

/**
 * Adds what the rule that is tried would have given these customers, beside the other rules of the program, whose points decide
 * tiers. Pure, and the same count by which rewards are given.
 */
export function tallyDryRun(
  before: DryRunTally,
  program: Program,
  customers: readonly CustomerFacts[],
  at: { store: RuleStore; monthAt: Date; now: Date },
): DryRunTally {
  const month = { ...before.month };
  const year = { ...before.year };
  for (const customer of customers) {
    const rewards = countStanding(program, customer, at).rewards.filter(
      ({ giver }) => giver.ruleId === TRIED_ID,
    );
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
    else if (unit === "contract") figures.contracts += amount;
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
    ...{ coupons: share(figures.coupons), contracts: share(figures.contracts) },
    worthMinor: share(figures.worthMinor),
  };
}
