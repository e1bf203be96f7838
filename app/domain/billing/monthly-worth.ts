import {
  add,
  divide,
  type Fraction,
  fraction,
  isLess,
  multiply,
  roundHalfUp,
  subtract,
} from "#app/lib/fraction.ts";
import type { Interval, IntervalUnit } from "#app/lib/zoned-time.ts";
import type {
  PlatformContractDiscount,
  PlatformContractLine,
} from "#app/platform/platform-contract.ts";
import type { SubscriptionStatus } from "../subscriptions/subscription-status.ts";

type Line = Pick<PlatformContractLine, "priceMinor" | "quantity">;
type Discount = Pick<
  PlatformContractDiscount,
  "targetType" | "value" | "appliesOnEachItem" | "recurringCycleLimit" | "usageCount"
>;

/** What of a subscription decides its monthly worth. Lines and discounts are those of one billing cycle. */
export interface RenewingSubscription {
  status: SubscriptionStatus;
  /** Null when nothing will renew. */
  nextBillingAt: Date | null;
  /** Between charges; how often a prepaid plan delivers does not matter. */
  interval: Interval;
  currency: string;
  lines: readonly Line[];
  /** In the order in which the platform applies them. */
  discounts: readonly Discount[];
}

/** Billing intervals of one unit in a month: a year has 12 months, 52 weeks and 365 days. */
const PER_MONTH: Readonly<Record<IntervalUnit, Fraction>> = {
  day: fraction(365, 12),
  week: fraction(52, 12),
  month: fraction(1),
  year: fraction(1, 12),
};

const none = fraction(0);

/**
 * What a subscription adds to the monthly recurring revenue, in minor units of its currency: goods net of the
 * discounts that recur, without tax, delivery and one-off amounts. 0 while it is paused and once it is cancelled.
 * Exact until the end, where half a unit is rounded up; sums of many subscriptions add these rounded figures.
 *
 * @throws RangeError for a fixed discount in another currency.
 */
export function monthlyWorthMinor(subscription: RenewingSubscription): number {
  const { status, nextBillingAt, interval, currency } = subscription;
  if (status !== "active" || nextBillingAt === null) return 0;
  const perCycle = subscription.discounts.filter(recurs).reduce(
    (lines, discount) => discounted(lines, discount, currency),
    subscription.lines.map(({ priceMinor, quantity }) => ({
      quantity,
      left: fraction(priceMinor * quantity),
    })),
  );
  const perMonth = multiply(totalOf(perCycle), PER_MONTH[interval.unit]);
  return roundHalfUp(divide(perMonth, fraction(interval.count)));
}

/** A discount of a single cycle is a one-off; one that is used up takes nothing off. */
function recurs({ targetType, recurringCycleLimit: limit, usageCount }: Discount): boolean {
  if (targetType !== "LINE_ITEM") return false;
  return limit === null || (limit > 1 && usageCount < limit);
}

interface PricedLine {
  quantity: number;
  /** What earlier discounts left of it, in minor units. */
  left: Fraction;
}

/** A discount comes off what the earlier ones left; a fixed amount for all lines is shared by their worth. */
function discounted(
  lines: PricedLine[],
  { value, appliesOnEachItem }: Discount,
  currency: string,
): PricedLine[] {
  if (value.kind === "percentage") {
    return scaled(lines, fraction(100 - value.percentage, 100));
  }
  if (value.currency !== currency) {
    throw new RangeError(`A discount in ${value.currency} on a subscription in ${currency}.`);
  }
  if (appliesOnEachItem) {
    return lines.map(({ quantity, left }) => ({
      quantity,
      left: lessUpTo(left, fraction(value.amountMinor * quantity)),
    }));
  }
  const total = totalOf(lines);
  if (!isLess(none, total)) return lines;
  return scaled(lines, divide(lessUpTo(total, fraction(value.amountMinor)), total));
}

function scaled(lines: PricedLine[], share: Fraction): PricedLine[] {
  return lines.map(({ quantity, left }) => ({ quantity, left: multiply(left, share) }));
}

/** `from` less `amount`, never below zero. */
function lessUpTo(from: Fraction, amount: Fraction): Fraction {
  return isLess(from, amount) ? none : subtract(from, amount);
}

function totalOf(lines: readonly PricedLine[]): Fraction {
  return lines.reduce((sum, { left }) => add(sum, left), none);
}
