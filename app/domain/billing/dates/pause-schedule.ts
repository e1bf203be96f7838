import { Temporal } from "temporal-polyfill";
import { billingDate } from "./billing-date.ts";
import { nextBillingAfter } from "./find-cycle.ts";
import { toInstant, toLocal } from "./kept-time.ts";
import { scheduleFrom, withoutPastDates } from "./move-schedule.ts";
import type { BillingSchedule } from "./schedule.ts";

/**
 * A pause of whole cycles: cycle `index`, the next to be charged, is due when the one `cycles` later would have
 * been, and all after it follow. The day of the month stays.
 *
 * @param now the moved date is never at or before it.
 * @throws RangeError for a negative number of cycles, and as `billingDate` does.
 */
export function pauseForCycles(
  schedule: BillingSchedule,
  index: number,
  cycles: number,
  now: Date,
): BillingSchedule {
  if (cycles < 0) throw new RangeError("A pause does not bring charges forward.");
  const moved = scheduleFrom(schedule, index, billingDate(schedule, index + cycles));
  return withoutPastDates(moved, index, now);
}

/**
 * A pause from one instant until another: cycle `index`, the next to be charged, is due as much later, counted in
 * days of the zone and the rest of a day. Anchored charges stay on their days: the first date of the schedule that is at least
 * as many whole days later.
 *
 * @param now the moved date is never at or before it.
 * @throws RangeError when the pause ends before it begins.
 */
export function pauseBetween(
  schedule: BillingSchedule,
  index: number,
  { from, until }: { from: Date; until: Date },
  now: Date,
): BillingSchedule {
  if (until < from) throw new RangeError("The pause ends before it begins.");
  const { zone, anchors, keeps } = schedule;
  const due = toLocal(billingDate(schedule, index), zone).toPlainDate();
  const passed = zoned(from, zone).until(zoned(until, zone), { largestUnit: "day" });
  if (anchors.length > 0) {
    const earliest = toInstant(due.add({ days: passed.days }), keeps.time, zone);
    // A given date that is on no anchor (a trial's end) stays where it is when the pause took no day.
    const before = passed.days === 0 ? schedule : firstFrom(schedule, index, earliest);
    return withoutPastDates(before, index, now);
  }
  const moved = due.toPlainDateTime(Temporal.PlainTime.from(keeps.time)).add(passed);
  const date = moved.toPlainDate();
  const time = moved.toPlainTime().toString();
  const dayOfMonth = date.equals(due) ? keeps.dayOfMonth : date.day;
  const at = toInstant(date, time, zone);
  const resumed = scheduleFrom(schedule, index, at, { dayOfMonth, time });
  return withoutPastDates(resumed, index, now);
}

/** The schedule whose cycle `index` is due on its first date that is not before an instant. */
function firstFrom(schedule: BillingSchedule, index: number, earliest: Date): BillingSchedule {
  const { at } = nextBillingAfter(schedule, new Date(earliest.getTime() - 1), index);
  return scheduleFrom(schedule, index, at);
}

function zoned(instant: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
}
