import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Interval, IntervalUnit } from "#app/lib/zoned-time.ts";
import type { SubscriptionStatus } from "../../subscriptions/subscription-status.ts";

/** The part of a subscription that offers depend on. Money in minor units of `currency`. */
export interface PricedSubscription {
  status: SubscriptionStatus;
  priceMinor: number;
  currency: string;
  interval: Interval;
  nextBillingAt: Date | null;
}

/** The part of a subscription's row that offers are priced from. */
export function toPricedSubscription(row: Subscription): PricedSubscription {
  return {
    status: row.status as SubscriptionStatus,
    priceMinor: Number(row.priceMinor),
    currency: row.currency,
    interval: { unit: row.intervalUnit as IntervalUnit, count: row.intervalCount },
    nextBillingAt: row.nextBillingAt,
  };
}
