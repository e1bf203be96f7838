import { formatMinor } from "#app/lib/money.ts";
import type { PlanDiscount, PlanPricing } from "../../platform-plan-group.ts";
import { readMoney } from "../admin-money.ts";
import type {
  PlanFactsFragment,
  SellingPlanPricingPolicyInput,
} from "../admin-operations.generated.ts";

type PricingPolicy = PlanFactsFragment["pricingPolicies"][number];

/**
 * A discount holds from the first charge. When it ends, a second policy sets the price back: on the platform nothing
 * ends by itself.
 */
export function writePricing({ discount, cycles }: PlanPricing): SellingPlanPricingPolicyInput[] {
  if (discount === null) return [];
  const fixed = { fixed: writeDiscount(discount) };
  if (cycles === null) return [fixed];
  const fullPrice = writeDiscount({ kind: "percentage", percentage: 0 });
  return [fixed, { recurring: { ...fullPrice, afterCycle: cycles } }];
}

export function writeDiscount(discount: PlanDiscount) {
  if (discount.kind === "percentage") {
    const { percentage } = discount;
    return { adjustmentType: "PERCENTAGE" as const, adjustmentValue: { percentage } };
  }
  const fixedValue = formatMinor(discount.amountMinor, discount.currency);
  return {
    adjustmentType:
      discount.kind === "fixed_price" ? ("PRICE" as const) : ("FIXED_AMOUNT" as const),
    adjustmentValue: { fixedValue },
  };
}

/** Null for policies that {@link writePricing} would not write. */
export function readPricing(policies: readonly PricingPolicy[]): PlanPricing | null {
  const [first, second, ...others] = policies;
  if (first === undefined) return { discount: null, cycles: null };
  const isFixedFirst = first.__typename === "SellingPlanFixedPricingPolicy";
  const discount = readDiscount(first);
  if (!isFixedFirst || discount === null || others.length > 0) return null;
  if (second === undefined) return { discount: withoutZero(discount), cycles: null };
  if (second.__typename !== "SellingPlanRecurringPricingPolicy") return null;
  const after = readDiscount(second);
  const setsBack = after?.kind === "percentage" && after.percentage === 0;
  return setsBack && second.afterCycle ? { discount, cycles: second.afterCycle } : null;
}

function readDiscount({ adjustmentType, adjustmentValue }: PricingPolicy): PlanDiscount | null {
  if (adjustmentValue.__typename === "SellingPlanPricingPolicyPercentageValue") {
    return { kind: "percentage", percentage: adjustmentValue.percentage };
  }
  const amount = {
    amountMinor: readMoney(adjustmentValue),
    currency: adjustmentValue.currencyCode,
  };
  return { kind: adjustmentType === "PRICE" ? "fixed_price" : "fixed_amount", ...amount };
}

/** Nothing off is no discount. */
export function withoutZero(discount: PlanDiscount): PlanDiscount | null {
  const isNothing =
    discount.kind === "percentage"
      ? discount.percentage === 0
      : discount.kind === "fixed_amount" && discount.amountMinor === 0;
  return isNothing ? null : discount;
}
