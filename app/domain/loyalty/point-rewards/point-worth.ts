import type { RewardRules } from "../rewards/reward-types.ts";
import { toMinor } from "../rules/money-and-points.ts";
import type { OfferedPointReward } from "./list-point-rewards.ts";

/** What points can be turned into: so much money for so many points. */
export interface PointWorth {
  /** The reward that gives it. */
  name: string;
  amountMinor: number;
  points: number;
}

/**
 * What a point is worth in money: as much as with the offered reward that gives most of it a point. Only store credit and discounts of a fixed
 * amount say how much money they are; what a percentage, a product or shipping comes to depends on the order.
 *
 * @returns null where none is offered: then nothing says what a point is worth.
 */
export function pointWorth(
  offered: readonly OfferedPointReward[],
  currency: string,
): PointWorth | null {
  let best: PointWorth | null = null;
  for (const { name, points, reward } of offered) {
    const amountMinor = fixedAmount(reward, currency);
    if (amountMinor === null) continue;
    // Products are compared, which are whole numbers, and not quotients.
    if (!best || amountMinor * best.points > best.amountMinor * points) {
      best = { name, amountMinor, points };
    }
  }
  return best;
}

/** What so many points are worth at that rate, minor units, rounded up: a liability is not made smaller. */
export function worthOf(points: number, worth: PointWorth): number {
  return Math.ceil((points * worth.amountMinor) / worth.points);
}

function fixedAmount(reward: RewardRules, currency: string): number | null {
  if (reward.reward_type === "store_credit") return toMinor(reward.credit_amount, currency);
  const isFixed = reward.reward_type === "discount" && reward.discount_type === "fixed_amount";
  return isFixed ? toMinor(reward.discount_amount, currency) : null;
}
