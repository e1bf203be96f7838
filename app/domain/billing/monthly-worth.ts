import { divide, type Fraction, fraction, multiply, roundHalfUp } from "#app/lib/fraction.ts";
import type { Interval, IntervalUnit } from "#app/lib/zoned-time.ts";
import type {
  PlatformContractDiscount,
  PlatformContractLine,
} from "#app/platform/platform-contract.ts";
import { discountedGoods } from "../subscriptions/charges/discounted-lines.ts";
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

/**
 * What a subscription adds to the monthly recurring revenue, in minor units of its currency: what the goods of a charge cost net of
 * the discounts that recur, without tax, delivery and one-off amounts. 0 while it is paused and once it is cancelled.
 * Rounded once, half up, when it becomes an amount of a month; sums of many subscriptions add these rounded figures.
 *
 * @throws RangeError for a fixed discount in another currency.
 */
export function monthlyWorthMinor(subscription: RenewingSubscription): number {
  const { status, nextBillingAt, interval, lines } = subscription;
  if (status !== "active" || nextBillingAt === null) return 0;
  const recurring = subscription.discounts.filter(recurs);
  for (const { value } of recurring) requireCurrency(value, subscription.currency);
  const perCycle = fraction(discountedGoods(lines, recurring));
  return roundHalfUp(
    divide(multiply(perCycle, PER_MONTH[interval.unit]), fraction(interval.count)),
  );
}

/** A discount of a single cycle is a one-off; one that is used up takes nothing off. */
function recurs({ targetType, recurringCycleLimit: limit, usageCount }: Discount): boolean {
  if (targetType !== "LINE_ITEM") return false;
  return limit === null || (limit > 1 && usageCount < limit);
}

function requireCurrency(value: Discount["value"], currency: string): void {
  if (value.kind === "percentage" || value.currency === currency) return;
  throw new RangeError(`A discount in ${value.currency} on a subscription in ${currency}.`);
}
