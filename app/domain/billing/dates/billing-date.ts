import type { Temporal } from "temporal-polyfill";
import type { Interval } from "#app/lib/zoned-time.ts";
import { anchorAfter } from "./anchors.ts";
import { toInstant, toLocal } from "./kept-time.ts";
import type { BillingSchedule } from "./schedule.ts";

/**
 * When a cycle is due. Computed from the origin at once, so that its cost does not grow with the index.
 * Dates never go backwards. Two coincide only where a short month puts two anchors on one day, or where a zone
 * skips a whole day and the interval is a day: the later of the two cycles then has no length.
 *
 * @throws RangeError for a cycle before the schedule's first, or a date that no `Date` reaches.
 */
export function billingDate(schedule: BillingSchedule, index: number): Date {
  if (!Number.isSafeInteger(index) || index < schedule.start.index) {
    throw new RangeError(`The schedule has no cycle ${index}.`);
  }
  const { interval, anchors, zone, origin, keeps } = schedule;
  const times = index - origin.index;
  if (times === 0) return origin.at;
  const from = toLocal(origin.at, zone).toPlainDate();
  const date =
    anchors.length > 0
      ? anchorAfter(from, anchors, interval.count, times)
      : intervalsLater(from, interval, times, keeps.dayOfMonth);
  return toInstant(date, keeps.time, zone);
}

/** `times` intervals after a day, or before it where negative. A month that is too short gives its last day. */
export function intervalsLater(
  from: Temporal.PlainDate,
  interval: Interval,
  times: number,
  dayOfMonth: number,
): Temporal.PlainDate {
  const amount = times * interval.count;
  switch (interval.unit) {
    case "day":
      return from.add({ days: amount });
    case "week":
      return from.add({ weeks: amount });
    case "month":
      return from.with({ day: 1 }).add({ months: amount }).with({ day: dayOfMonth });
    case "year":
      return from.with({ day: 1 }).add({ years: amount }).with({ day: dayOfMonth });
  }
}
