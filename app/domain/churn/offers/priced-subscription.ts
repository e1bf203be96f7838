import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Interval, IntervalUnit } from "#app/lib/zoned-time.ts";
import { nextChargeDate } from "../../subscriptions/charges/next-charge-date.ts";
import type { SubscriptionStatus } from "../../subscriptions/subscription-status.ts";

/** The part of a subscription that offers depend on. Money in minor units of `currency`. */
export interface PricedSubscription {
  status: SubscriptionStatus;
  priceMinor: number;
  currency: string;
  /** A discount takes something off the next charge already. */
  isDiscounted: boolean;
  interval: Interval;
  /** The date of the platform's schedule, which a pause leaves as it was. */
  nextBillingAt: Date | null;
  /** When it is charged next, as far as anybody knows. */
  renewsAt: Date | null;
}

/** The part of a subscription's row that offers are priced from. */
export function toPricedSubscription(row: Subscription): PricedSubscription {
  return {
    status: row.status as SubscriptionStatus,
    priceMinor: Number(row.priceMinor),
    currency: row.currency,
    isDiscounted: isDiscounted(row),
    interval: { unit: row.intervalUnit as IntervalUnit, count: row.intervalCount },
    nextBillingAt: row.nextBillingAt,
    renewsAt: nextChargeDate(row),
  };
}

function isDiscounted({ nextChargeMinor, deliveryMinor, priceMinor }: Subscription): boolean {
  return nextChargeMinor !== null && nextChargeMinor - deliveryMinor < priceMinor;
}
