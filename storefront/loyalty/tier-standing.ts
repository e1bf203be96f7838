import type { Line, Numbers } from "./lines.ts";
import { pointsLine } from "./standing.ts";

/** Where a customer stands among the tiers, as the Loyalty API answers it. */
export interface TierStanding {
  /** Null in none. */
  tier_id: number | null;
  /** What counts today: points, minor units of the store's currency, or orders. */
  amount: number;
  /** How many decimals of it are in the number. A server of an older version does not say. */
  amount_digits?: number;
  /** `YYYY-MM-DD`. */
  review_on: string | null;
}

/** A tier as the page has it. */
interface ShownTier {
  id: number;
  name: string;
  /** In the unit of the amount. */
  threshold: number;
}

/** @param tiers the lowest first. */
export function placeAmong(
  tiers: readonly ShownTier[],
  { tier_id, amount }: TierStanding,
): { current: ShownTier | null; next: ShownTier | null; missing: number } {
  const rank = tiers.findIndex(({ id }) => id === tier_id);
  const next = tiers[rank + 1] ?? null;
  // What leaves the year meanwhile is found at the next count: never less than one is missing.
  const missing = next ? Math.max(1, next.threshold - amount) : 0;
  return { current: tiers[rank] ?? null, next, missing };
}

/**
 * An amount that lifts, in words.
 *
 * @param basis "points", "spend" or "orders".
 * @param digits decimals of the currency.
 */
export function basisLine(amount: number, basis: string, numbers: Numbers, digits: number): Line {
  if (basis === "points") return pointsLine(amount, numbers);
  if (basis === "spend") return ["amount", { amount: numbers.money(amount / 10 ** digits) }];
  const key = numbers.isOne(amount) ? "one_order" : "orders";
  return [key, { number: numbers.count(amount) }];
}

/** A day in words. */
export function dayLine(day: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return format.format(Date.parse(day));
}
