import { Temporal } from "temporal-polyfill";

/** Days of a calendar as texts, `YYYY-MM-DD`, and the instants at which they begin in a zone. */

/** The last instant that can be written with a year of four digits: later ones are read neither by the database nor by callers. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * True for a day that exists, "2025-02-30" does not, in a year from 0002 to 9999: others begin at instants that the
 * database does not read.
 */
export function isCalendarDate(text: string): boolean {
  return readDate(text) !== null;
}

/** The first instant of the day in the zone; null for a text that names no day. */
export function startOfDate(text: string, zone: string): Date | null {
  return startOf(readDate(text), zone);
}

/** The first instant after the day in the zone, where that can be written; null for a text that names no day. */
export function endOfDate(text: string, zone: string): Date | null {
  return startOf(readDate(text)?.add({ days: 1 }) ?? null, zone);
}

/** `count` months later; where that month is shorter, its last day. Throws RangeError for a text that names no day. */
export function addMonthsToDate(text: string, count: number): string {
  return Temporal.PlainDate.from(text).add({ months: count }).toString();
}

function startOf(date: Temporal.PlainDate | null, zone: string): Date | null {
  return date && new Date(Math.min(date.toZonedDateTime(zone).epochMilliseconds, LAST_INSTANT_MS));
}

function readDate(text: string): Temporal.PlainDate | null {
  const year = Number(/^(\d{4})-\d{2}-\d{2}$/.exec(text)?.[1] ?? 0);
  if (year < 2) return null;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" });
  } catch {
    return null;
  }
}
