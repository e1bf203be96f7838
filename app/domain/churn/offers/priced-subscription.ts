import type { Subscription } from "#app/generated/prisma/client.ts";
import type { IntervalUnit } from "#app/lib/zoned-time.ts";
import type { PricedSubscription } from "./offer-pricing.ts";

/** The part of a subscription's row that offers are priced from. */
export function toPricedSubscription(row: Subscription): PricedSubscription {
  return {
    priceMinor: Number(row.priceMinor),
    currency: row.currency,
    interval: { unit: row.intervalUnit as IntervalUnit, count: row.intervalCount },
    nextBillingAt: row.nextBillingAt,
  };
}
