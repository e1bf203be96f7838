import type { UserError } from "#devstore/admin-api/admin-context.ts";
import type { SellingPlanPricing } from "#devstore/state/catalog.ts";
import { minorOfDecimal } from "#devstore/state/money.ts";
import { groupError } from "./selling-plan-errors.ts";

interface AdjustmentInput {
  adjustmentType?: SellingPlanPricing["adjustmentType"] | null;
  adjustmentValue?: { percentage?: number | null; fixedValue?: string | null } | null;
  afterCycle?: number | null;
}

export interface PricingInput {
  fixed?: AdjustmentInput | null;
  recurring?: AdjustmentInput | null;
}

type ListField = "sellingPlansToCreate" | "sellingPlansToUpdate";

/** What is wrong with a plan's pricing policies. `field` leads to the list. */
export function pricingErrors(
  inputs: readonly PricingInput[],
  field: string[],
  list: ListField,
): UserError[] {
  const subject = `${list === "sellingPlansToCreate" ? "Selling plans to create" : "Selling plans to update"} pricing policies`;
  if (inputs.length > 2) {
    return [
      groupError(
        field,
        "SELLING_PLAN_PRICING_POLICIES_LIMIT",
        `${subject} can't have more than 2 pricing policies`,
      ),
    ];
  }
  const malformed = inputs.flatMap((input, index) => {
    return (input.fixed == null) === (input.recurring == null)
      ? [
          groupError(
            [...field, String(index)],
            "ONLY_NEED_ONE_PRICING_POLICY_TYPE",
            "Only one of fixed or recurring pricing policy is allowed",
          ),
        ]
      : [];
  });
  if (malformed.length > 0) return malformed;
  if (inputs.length > 0 && inputs.filter(({ fixed }) => fixed != null).length !== 1) {
    return [
      groupError(
        field,
        "SELLING_PLAN_PRICING_POLICIES_MUST_CONTAIN_A_FIXED_PRICING_POLICY",
        `${subject} must contain one fixed pricing policy`,
      ),
    ];
  }
  return inputs.flatMap((input, index) => {
    const kind = input.fixed == null ? "recurring" : "fixed";
    return adjustmentErrors(input[kind] ?? {}, [...field, String(index), kind], kind);
  });
}

function adjustmentErrors(
  { adjustmentType, adjustmentValue, afterCycle }: AdjustmentInput,
  field: string[],
  kind: "fixed" | "recurring",
): UserError[] {
  const valueField = [...field, "adjustmentValue"];
  const { percentage, fixedValue } = adjustmentValue ?? {};
  if (percentage != null && fixedValue != null) {
    return [
      groupError(
        valueField,
        "ONLY_NEED_ONE_PRICING_POLICY_VALUE",
        "Only one pricing policy value is allowed",
      ),
    ];
  }
  const isPercentage = adjustmentType === "PERCENTAGE";
  if (adjustmentType == null || (isPercentage ? percentage : fixedValue) == null) {
    return [
      groupError(
        field,
        "PRICING_POLICY_ADJUSTMENT_VALUE_AND_TYPE_MUST_MATCH",
        "Pricing policy adjustment value and type must match",
      ),
    ];
  }
  const value = Number(isPercentage ? percentage : fixedValue);
  if (value < 0) {
    return [
      groupError(
        valueField,
        "GREATER_THAN_OR_EQUAL_TO",
        "Adjustment value must be greater than or equal to 0",
      ),
    ];
  }
  if (isPercentage && value > 100) {
    return [
      groupError(
        valueField,
        "LESS_THAN_OR_EQUAL_TO",
        "Adjustment value must be less than or equal to 100",
      ),
    ];
  }
  if (kind === "recurring" && (afterCycle ?? 0) < 1) {
    return [
      groupError([...field, "afterCycle"], "GREATER_THAN", "After cycle must be greater than 0"),
    ];
  }
  return [];
}

/** Policies that have no errors, as they are kept: money is rounded to the shop's currency. */
export function pricingOf(inputs: readonly PricingInput[], currency: string): SellingPlanPricing[] {
  return inputs.flatMap(({ fixed, recurring }) => {
    const input = fixed ?? recurring;
    if (input?.adjustmentType == null) return [];
    const { percentage, fixedValue } = input.adjustmentValue ?? {};
    return [
      {
        adjustmentType: input.adjustmentType,
        adjustmentValue: percentage ?? minorOfDecimal(String(fixedValue), currency) ?? 0,
        afterCycle: recurring == null ? null : (recurring.afterCycle ?? 1),
      },
    ];
  });
}
