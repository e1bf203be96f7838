import type { DeliveryPolicy } from "../state/contract.ts";

type Interval = Pick<DeliveryPolicy, "interval" | "intervalCount">;

/**
 * How many deliveries one charge pays for; null where the time between charges is no whole number of them, which the platform
 * refuses. Days and weeks compare, months and years compare, and the one with the other never.
 */
export function deliveriesPerCharge(billing: Interval, delivery: Interval): number | null {
  const [billingFamily, billingLength] = policyLength(billing);
  const [deliveryFamily, deliveryLength] = policyLength(delivery);
  const deliveries = billingLength / deliveryLength;
  return billingFamily === deliveryFamily && Number.isInteger(deliveries) ? deliveries : null;
}

function policyLength(policy: Interval): [string, number] {
  switch (policy.interval) {
    case "DAY":
      return ["days", policy.intervalCount];
    case "WEEK":
      return ["days", policy.intervalCount * 7];
    case "MONTH":
      return ["months", policy.intervalCount];
    case "YEAR":
      return ["months", policy.intervalCount * 12];
  }
}
