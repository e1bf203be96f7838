import type { PlanDiscount, PlanPricing } from "#app/platform/platform-plan-group.ts";
import type { LinePricing } from "#app/platform/platform-terms.ts";
import { discountedPrice } from "./discounted-price.ts";

/** From which charge on which discount holds, as the platform notes it on a line. */
type Step = Pick<LinePricing["steps"][number], "afterCycle" | "discount">;

const FULL_PRICE: PlanDiscount = { kind: "percentage", percentage: 0 };

function stepsOf({ discount, cycles }: PlanPricing): Step[] {
  if (discount === null) return [];
  const first = { afterCycle: 0, discount };
  return cycles === null ? [first] : [first, { afterCycle: cycles, discount: FULL_PRICE }];
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
  return step ? discountedPrice(baseMinor, step.discount) : baseMinor;
}

/** The note that a line keeps of its plan's prices. */
export function planPricingNote(baseMinor: number, pricing: PlanPricing): LinePricing {
  const steps = stepsOf(pricing).map((step) => ({
    ...step,
    priceMinor: discountedPrice(baseMinor, step.discount),
  }));
  return { baseMinor, steps };
}
