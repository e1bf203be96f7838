import type { Interval } from "./zoned-time.ts";

/** How often something is charged, and how often it is delivered. */
export interface Rhythm {
  interval: Interval;
  deliveryInterval: Interval;
}

/**
 * How many deliveries each charge pays for; null where the time between two charges is no whole number of them, which the platform
 * refuses. Days and weeks compare, months and years compare, and the one with the other never.
 */
export function deliveriesPerCharge({ interval, deliveryInterval }: Rhythm): number | null {
  const charged = lengthOf(interval);
  const delivered = lengthOf(deliveryInterval);
  const deliveries = charged.length / delivered.length;
  return charged.unit === delivered.unit && Number.isInteger(deliveries) ? deliveries : null;
}

/**
 * Whether a charge pays for more than its own delivery. The price is that of all of them: another interval at the same price would
 * change what each of them costs.
 */
export function isPrepaid(rhythm: Rhythm): boolean {
  return deliveriesPerCharge(rhythm) !== 1;
}

function lengthOf({ unit, count }: Interval): { unit: "day" | "month"; length: number } {
  switch (unit) {
    case "day":
      return { unit: "day", length: count };
    case "week":
      return { unit: "day", length: count * 7 };
    case "month":
      return { unit: "month", length: count };
    case "year":
      return { unit: "month", length: count * 12 };
  }
}
