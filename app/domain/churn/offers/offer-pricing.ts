import { parseDecimalToMinor, percentOff } from "#app/lib/money.ts";
import {
  addInterval,
  addIntervals,
  type Interval,
  type IntervalUnit,
} from "#app/lib/zoned-time.ts";
import type { DiscountValue } from "#app/platform/platform.ts";
import type { ChangeFrequencyRules, DiscountPriceRules, OfferRules } from "./offer-rules.ts";

/** What the rules of an offer do to a subscription: pure arithmetic, shown before and applied after. */

/** The part of a subscription that offers depend on. Money in minor units of `currency`. */
export interface PricedSubscription {
  priceMinor: number;
  currency: string;
  interval: Interval;
  nextBillingAt: Date | null;
}

/** The discount as the platform takes it. Throws RangeError when an amount does not fit the currency. */
export function toDiscountValue(rules: DiscountPriceRules, currency: string): DiscountValue {
  if (rules.discount_type === "percentage") {
    return { kind: "percentage", percentage: rules.discount_value };
  }
  const amountMinor = parseDecimalToMinor(String(rules.discount_value), currency);
  if (amountMinor === null) {
    throw new RangeError(`${rules.discount_value} has more decimals than ${currency} knows.`);
  }
  return { kind: "fixed_amount", amountMinor, currency };
}

/** Price of one cycle with the discount; never below zero. */
function discountedPrice(priceMinor: number, value: DiscountValue): number {
  return value.kind === "percentage"
    ? percentOff(priceMinor, value.percentage)
    : Math.max(0, priceMinor - value.amountMinor);
}

/** Price of one cycle while the offer lasts. Only a discount changes it. */
export function priceWithOffer(subscription: PricedSubscription, rules: OfferRules): number {
  if (rules.type !== "discount_price") return subscription.priceMinor;
  return discountedPrice(subscription.priceMinor, toDiscountValue(rules, subscription.currency));
}

/** The renewal from which the full price is charged again; null when it never is, or nothing is due. */
export function fullPriceFrom(
  subscription: PricedSubscription,
  cycles: number | null,
  zone: string,
): Date | null {
  if (cycles === null || subscription.nextBillingAt === null) return null;
  return addIntervals(subscription.nextBillingAt, subscription.interval, cycles, zone);
}

/** The interval that a change of frequency asks for. */
export function newInterval(rules: ChangeFrequencyRules): Interval {
  return { unit: rules.interval_name as IntervalUnit, count: rules.interval_count };
}

/**
 * The next charge after a change of frequency: the present cycle keeps its start and gets the new
 * length. A date that would lie in the past leaves the present one.
 */
export function nextBillingAfterChange(
  subscription: PricedSubscription,
  rules: ChangeFrequencyRules,
  now: Date,
  zone: string,
): Date | null {
  const { nextBillingAt, interval } = subscription;
  if (nextBillingAt === null) return null;
  const cycleStart = addIntervals(nextBillingAt, interval, -1, zone);
  const moved = addInterval(cycleStart, newInterval(rules), zone);
  return moved > now ? moved : nextBillingAt;
}

export function isSameInterval(a: Interval, b: Interval): boolean {
  return a.unit === b.unit && a.count === b.count;
}
