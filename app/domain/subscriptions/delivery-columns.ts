import { isPrepaid, type Rhythm } from "#app/lib/deliveries.ts";
import type { Interval, IntervalUnit } from "#app/lib/zoned-time.ts";

/** How a row keeps how often it is delivered; both null where each charge brings its own delivery. */
export interface DeliveryColumns {
  deliveryUnit: string | null;
  deliveryCount: number | null;
}

/** How often a prepaid subscription, plan or line of an import is delivered; null where each charge brings its own delivery. */
export function deliveryIntervalOf({
  deliveryUnit,
  deliveryCount,
}: DeliveryColumns): Interval | null {
  if (deliveryUnit === null || deliveryCount === null) return null;
  return { unit: deliveryUnit as IntervalUnit, count: deliveryCount };
}

/** The columns of a contract's two intervals. */
export function deliveryColumnsOf(rhythm: Rhythm): DeliveryColumns {
  return deliveryColumns(isPrepaid(rhythm) ? rhythm.deliveryInterval : null);
}

/** The columns of how often something prepaid is delivered. */
export function deliveryColumns(delivery: Interval | null): DeliveryColumns {
  return { deliveryUnit: delivery?.unit ?? null, deliveryCount: delivery?.count ?? null };
}
