import { isPrepaid } from "#app/lib/deliveries.ts";
import type { FixedDays, IntervalUnit } from "../../platform-contract.ts";
import { PlatformFailure } from "../../platform-failure.ts";
import type { ReadContractPoliciesQuery } from "../admin-operations.generated.ts";
import { readInterval, writeIntervalUnit } from "./translate-contract.ts";

export type ContractPolicies = NonNullable<ReadContractPoliciesQuery["subscriptionContract"]>;

/**
 * Both policies with another interval. A policy is replaced whole, so its limits of cycles are carried along, and its fixed days
 * where the unit stays the same: a day of the month means nothing to a week.
 *
 * @param days in place of those that the contract has.
 * @throws PlatformFailure refused for a prepaid contract: whoever changes an interval comes through here.
 */
export function writePolicies(
  interval: { unit: IntervalUnit; count: number },
  present: ContractPolicies | null,
  days: FixedDays | null = null,
) {
  if (present && isPrepaid(rhythmOf(present))) {
    const message = "The contract is prepaid: its price is that of all deliveries of one payment";
    throw new PlatformFailure("refused", message, "DELIVERY_MUST_BE_MULTIPLE_OF_BILLING");
  }
  const policy = { interval: writeIntervalUnit(interval.unit), intervalCount: interval.count };
  const { billing, delivery } = days ?? keptDays(interval.unit, present);
  return {
    billingPolicy: {
      ...policy,
      minCycles: present?.billingPolicy.minCycles ?? null,
      maxCycles: present?.billingPolicy.maxCycles ?? null,
      anchors: billing,
    },
    deliveryPolicy: { ...policy, anchors: delivery },
  };
}

/** The fixed days that another unit takes off a contract; null for none. */
export function lostDays(unit: IntervalUnit, present: ContractPolicies | null): FixedDays | null {
  if (!present) return null;
  const days = daysOf(present);
  const kept = keptDays(unit, present);
  const isSame =
    days.billing.length === kept.billing.length && days.delivery.length === kept.delivery.length;
  return isSame ? null : days;
}

function keptDays(unit: IntervalUnit, present: ContractPolicies | null): FixedDays {
  if (!present) return { billing: [], delivery: [] };
  const { billing, delivery } = daysOf(present);
  const rhythm = rhythmOf(present);
  return {
    billing: rhythm.interval.unit === unit ? billing : [],
    delivery: rhythm.deliveryInterval.unit === unit ? delivery : [],
  };
}

function rhythmOf({ billingPolicy, deliveryPolicy }: ContractPolicies) {
  return { interval: readInterval(billingPolicy), deliveryInterval: readInterval(deliveryPolicy) };
}

/** The fixed days of a contract's charges and deliveries. */
export function daysOf({
  billingPolicy,
  deliveryPolicy,
}: {
  billingPolicy: Pick<ContractPolicies["billingPolicy"], "anchors">;
  deliveryPolicy: Pick<ContractPolicies["deliveryPolicy"], "anchors">;
}): FixedDays {
  return { billing: billingPolicy.anchors, delivery: deliveryPolicy.anchors };
}
