import type { Plan } from "#app/generated/prisma/client.ts";
import { wrongField } from "#app/lib/app-error.ts";
import type { PlanPricing } from "#app/platform/platform-plan-group.ts";
import { readPlanPricing } from "../../plans/managed-plan-group.ts";
import { newPriceOf } from "../new-price.ts";
import type { PriceChangeRequest } from "../price-change-request.ts";

/** The price that a plan sets by itself for all charges; null where it follows the products' prices, or changes after some. */
export function ownPriceOf(pricing: PlanPricing | null): number | null {
  const isForAll = pricing?.discount?.kind === "fixed_price" && pricing.cycles === null;
  return isForAll && pricing.discount?.kind === "fixed_price" ? pricing.discount.amountMinor : null;
}

/**
 * What a change of price keeps of the plan's own price: both amounts are counted once, so that a percentage is never taken
 * twice. Null when the plan keeps its price.
 *
 * @throws AppError invalid_input when the plan has no price that could be set.
 */
export function planPriceFields(
  plan: Pick<Plan, "pricing">,
  input: Pick<PriceChangeRequest, "planPrice" | "fixedMinor" | "percentHundredths">,
  from: Date,
) {
  if (input.planPrice === "keep") return null;
  const before = ownPriceOf(readPlanPricing(plan.pricing));
  if (before === null) {
    const message =
      "This plan has no fixed price for all charges: it follows the prices of its products. Change those, and leave this out.";
    throw wrongField("planPrice", message);
  }
  const after = newPriceOf(input, before);
  return {
    planPriceFrom: from,
    planBeforeMinor: BigInt(before),
    planAfterMinor: BigInt(after),
  };
}
