import { Temporal } from "temporal-polyfill";
import { FIRST_INSTANT, LAST_INSTANT } from "./held-years.ts";

/** Days of a calendar as texts, `YYYY-MM-DD`, and the instants at which they begin in a zone. */

/** True for a day that exists, "2025-02-30" does not, in a year from 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  return readDate(text) !== null;
}

/** The first instant of the day in the zone; null for a text that names no day. */
export function startOfDate(text: string, zone: string): Date | null {
  return startOf(readDate(text), zone);
}

/** The first instant after the day in the zone; null for a text that names no day. */
export function endOfDate(text: string, zone: string): Date | null {
  return startOf(readDate(text)?.add({ days: 1 }) ?? null, zone);
}

/** `count` months later; where that month is shorter, its last day. Throws RangeError for a text that names no day. */
export function addMonthsToDate(text: string, count: number): string {
  return Temporal.PlainDate.from(text).add({ months: count }).toString();
}

/** The database cannot read every instant at which the first day begins or the last one ends: it gets the nearest that it can read. */
function startOf(date: Temporal.PlainDate | null, zone: string): Date | null {
  if (!date) return null;
  const { epochMilliseconds } = date.toZonedDateTime(zone);
  return new Date(Math.min(Math.max(epochMilliseconds, FIRST_INSTANT), LAST_INSTANT));
}

function readDate(text: string): Temporal.PlainDate | null {
  const year = /^(\d{4})-\d{2}-\d{2}$/.exec(text)?.[1];
  if (year === undefined || year === "0000") return null;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" });
  } catch {
    return null;
  }
}
