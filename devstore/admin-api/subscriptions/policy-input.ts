import type { UserError } from "#devstore/admin-api/admin-context.ts";
import { deliveriesPerCharge } from "#devstore/contracts/deliveries-per-charge.ts";
import type {
  BillingPolicy,
  DeliveryPolicy,
  DevAnchor,
  IntervalUnit,
} from "#devstore/state/contract.ts";
import { draftError } from "./draft-errors.ts";

interface PolicyInput {
  interval: IntervalUnit;
  intervalCount: number;
  minCycles?: number | null;
  maxCycles?: number | null;
  anchors?: {
    type: DevAnchor["type"];
    day: number;
    month?: number | null;
    cutoffDay?: number | null;
  }[];
}

export function billingPolicyOf(input: PolicyInput): BillingPolicy {
  return {
    ...deliveryPolicyOf(input),
    minCycles: input.minCycles ?? null,
    maxCycles: input.maxCycles ?? null,
  };
}

export function deliveryPolicyOf(input: PolicyInput): DeliveryPolicy {
  return {
    interval: input.interval,
    intervalCount: input.intervalCount,
    anchors: (input.anchors ?? []).map((anchor) => ({
      type: anchor.type,
      day: anchor.day,
      month: anchor.month ?? null,
      cutoffDay: anchor.cutoffDay ?? null,
    })),
  };
}

/** What the platform says of the two policies together; undefined when they fit. */
export function policyError(
  billing: BillingPolicy,
  delivery: DeliveryPolicy,
  field: string[],
): UserError | undefined {
  for (const [name, policy] of [
    ["billingPolicy", billing],
    ["deliveryPolicy", delivery],
  ] as const) {
    if (policy.intervalCount < 1) {
      return draftError(
        [...field, name, "intervalCount"],
        "GREATER_THAN",
        "Interval count must be greater than 0",
      );
    }
  }
  const { minCycles, maxCycles } = billing;
  if (minCycles !== null && maxCycles !== null && maxCycles < minCycles) {
    return draftError(
      [...field, "billingPolicy", "maxCycles"],
      "SELLING_PLAN_MAX_CYCLES_MUST_BE_GREATER_THAN_MIN_CYCLES",
      "The maximum number of cycles must be greater than the minimum.",
    );
  }
  // A prepaid contract is billed once for several deliveries: each delivery must end a whole part of it.
  if (deliveriesPerCharge(billing, delivery) === null) {
    return draftError(
      [...field, "deliveryPolicy"],
      "DELIVERY_MUST_BE_MULTIPLE_OF_BILLING",
      "The delivery policy interval must be a multiple of the billing policy interval.",
    );
  }
  return undefined;
}
