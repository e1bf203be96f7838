import type { PlanDiscount, PlanPricing } from "#app/platform/platform-plan-group.ts";
import type { LinePricing } from "#app/platform/platform-terms.ts";

/** From which charge on which discount holds, as the platform notes it on a line. */
type Step = Pick<LinePricing["steps"][number], "afterCycle" | "discount">;

const FULL_PRICE: PlanDiscount = { kind: "percentage", percentage: 0 };

function stepsOf({ discount, cycles }: PlanPricing): Step[] {
  if (discount === null) return [];
  const first = { afterCycle: 0, discount };
  return cycles === null ? [first] : [first, { afterCycle: cycles, discount: FULL_PRICE }];
}

function discounted(baseMinor: number, discount: PlanDiscount): number {
  if (discount.kind === "fixed_price") return discount.amountMinor;
  if (discount.kind === "fixed_amount") return Math.max(0, baseMinor - discount.amountMinor);
  // In hundredths of a percent, which is as fine as a plan's can be: 15 % off 1990 is exactly 1691.5, and rounds up.
  const kept = 10_000 - Math.round(discount.percentage * 100);
  return Math.round((baseMinor * kept) / 10_000);
}

/**
 * What one piece costs by a plan once so many charges are made; null where the plan's amounts are of another currency.
 *
 * @param baseMinor the product's own price.
 */
export function planPriceOf(
  baseMinor: number,
  pricing: PlanPricing,
  chargesMade: number,
  currency: string,
): number | null {
  const { discount } = pricing;
  if (discount && "currency" in discount && discount.currency !== currency) return null;
  const step = stepsOf(pricing).findLast(({ afterCycle }) => afterCycle <= chargesMade);
  return step ? discounted(baseMinor, step.discount) : baseMinor;
}

/** The note that a line keeps of its plan's prices. */
export function planPricingNote(baseMinor: number, pricing: PlanPricing): LinePricing {
  const steps = stepsOf(pricing).map((step) => ({
    ...step,
    priceMinor: discounted(baseMinor, step.discount),
  }));
  return { baseMinor, steps };
}
