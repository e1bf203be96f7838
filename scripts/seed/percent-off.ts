import { discountedGoods } from "#app/domain/subscriptions/charges/discounted-lines.ts";

/** What one piece costs with a percentage off, in minor units, as a charge counts it. */
export function percentOff(priceMinor: number, percentage: number): number {
  const value = { kind: "percentage", percentage } as const;
  return discountedGoods([{ quantity: 1, priceMinor }], [{ value, appliesOnEachItem: false }]);
}
