import type { Interval } from "#app/lib/zoned-time.ts";
import type { Formats } from "./format.ts";

/**
 * How often something is charged, and delivered where that is another interval: "every 6 months, delivered every month".
 *
 * @param delivery of what is prepaid; null where each charge brings its own delivery.
 */
export function writeRhythm(interval: Interval, delivery: Interval | null, formats: Formats) {
  const charged = writeInterval(interval, formats);
  return delivery ? `${charged}, delivered ${writeInterval(delivery, formats)}` : charged;
}

function writeInterval({ unit, count }: Interval, formats: Formats): string {
  return count === 1 ? `every ${unit}` : `every ${formats.count(count, unit)}`;
}
