import type { PlanDiscount } from "#app/platform/platform-plan-group.ts";

/**
 * What one piece costs with a plan's discount, in minor units, as the platform prices it: half a unit of the price rounds up.
 *
 * @param baseMinor the product's own price, in the discount's currency.
 */
export function discountedPrice(baseMinor: number, discount: PlanDiscount): number {
  if (discount.kind === "fixed_price") return discount.amountMinor;
  if (discount.kind === "fixed_amount") return Math.max(0, baseMinor - discount.amountMinor);
  // In hundredths of a percent, which is as fine as a plan's can be: 15 % off 1990 is exactly 1691.5, and rounds up.
  const kept = 10_000 - Math.round(discount.percentage * 100);
  return Math.round((baseMinor * kept) / 10_000);
}
