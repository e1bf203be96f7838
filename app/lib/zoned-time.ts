import { Temporal } from "temporal-polyfill";

/**
 * Calendar arithmetic in a store's IANA zone. Instants stay `Date`s everywhere else; a zone is applied
 * at the API boundary and where a calendar decides (a month later, the end of a day).
 */

export type IntervalUnit = "day" | "week" | "month" | "year";

/** A length of calendar time, for example `{ unit: "month", count: 2 }`. `count` is positive. */
export interface Interval {
  unit: IntervalUnit;
  count: number;
}

/** True when the runtime knows the zone by this name. */
export function isTimeZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

function zoned(instant: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
}

/** How far the zone's local time is ahead of UTC at an instant, in seconds. */
export function offsetSeconds(instant: Date, zone: string): number {
  return zoned(instant, zone).offsetNanoseconds / 1e9;
}

function toDate(dateTime: Temporal.ZonedDateTime): Date {
  return new Date(dateTime.epochMilliseconds);
}

/** The calendar date of an instant in the zone, `YYYY-MM-DD`. */
export function formatDate(instant: Date, zone: string): string {
  return zoned(instant, zone).toPlainDate().toString();
}

/** Date and minute of an instant in the zone, `YYYY-MM-DD HH:MM` (the contract's `Y-m-d H:i`). */
export function formatDateMinute(instant: Date, zone: string): string {
  const local = zoned(instant, zone).toPlainDateTime();
  return `${local.toPlainDate().toString()} ${local.toPlainTime().toString({ smallestUnit: "minute" })}`;
}

/** The first instant of the day that holds `instant` in the zone; not always midnight on daylight-saving days. */
export function startOfDay(instant: Date, zone: string): Date {
  return toDate(zoned(instant, zone).startOfDay());
}

/** The last instant of the day that holds `instant` in the zone, to the millisecond. */
export function endOfDay(instant: Date, zone: string): Date {
  return new Date(startOfDay(addDays(instant, 1, zone), zone).getTime() - 1);
}

/**
 * The same local time one interval later. Where the target month is shorter, its last day is taken;
 * where the local time does not exist (a spring-forward gap), the next one that does.
 */
export function addInterval(instant: Date, interval: Interval, zone: string): Date {
  return addIntervals(instant, interval, 1, zone);
}

/** `times` intervals later, counted from `instant` at once: a month end is not worn down by repetition. */
export function addIntervals(instant: Date, interval: Interval, times: number, zone: string): Date {
  const amount = interval.count * times;
  const local = zoned(instant, zone);
  const moved =
    interval.unit === "day"
      ? local.add({ days: amount })
      : interval.unit === "week"
        ? local.add({ weeks: amount })
        : interval.unit === "month"
          ? local.add({ months: amount })
          : local.add({ years: amount });
  return toDate(moved);
}

const DAYS_OF_UNIT: Readonly<Record<IntervalUnit, number>> = {
  day: 1,
  week: 7,
  month: 365.25 / 12,
  year: 365.25,
};

/** True when `a` comes round less often than `b`; twelve months are as long as a year. */
export function isLongerInterval(a: Interval, b: Interval): boolean {
  return a.count * DAYS_OF_UNIT[a.unit] > b.count * DAYS_OF_UNIT[b.unit];
}

/** Whether two intervals are written the same: twelve months are not a year here. */
export function isSameInterval(a: Interval, b: Interval): boolean {
  return a.unit === b.unit && a.count === b.count;
}

/** `count` calendar months earlier at the same local time. */
export function subtractMonths(instant: Date, count: number, zone: string): Date {
  return toDate(zoned(instant, zone).subtract({ months: count }));
}

/** `count` days later at the same local time. */
export function addDays(instant: Date, count: number, zone: string): Date {
  return addIntervals(instant, { unit: "day", count }, 1, zone);
}
