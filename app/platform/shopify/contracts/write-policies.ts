import type { IntervalUnit } from "../../platform-contract.ts";
import type { ReadContractPoliciesQuery } from "../admin-operations.generated.ts";
import { writeIntervalUnit } from "./translate-contract.ts";

export type ContractPolicies = NonNullable<ReadContractPoliciesQuery["subscriptionContract"]>;

/**
 * Both policies with another interval. A policy is replaced whole, so its limits of cycles are carried along, and its fixed days
 * where the unit stays the same: a day of the month means nothing to a week.
 */
export function writePolicies(
  interval: { unit: IntervalUnit; count: number },
  present: ContractPolicies | null,
) {
  const unit = writeIntervalUnit(interval.unit);
  const intervalCount = interval.count;
  const billing = present?.billingPolicy;
  const delivery = present?.deliveryPolicy;
  return {
    billingPolicy: {
      interval: unit,
      intervalCount,
      minCycles: billing?.minCycles ?? null,
      maxCycles: billing?.maxCycles ?? null,
      anchors: billing?.interval === unit ? billing.anchors : [],
    },
    deliveryPolicy: {
      interval: unit,
      intervalCount,
      anchors: delivery?.interval === unit ? delivery.anchors : [],
    },
  };
}
