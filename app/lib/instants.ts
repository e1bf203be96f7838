import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { isCalendarDate } from "./calendar-date.ts";
import { FIRST_INSTANT, LAST_INSTANT } from "./held-years.ts";

// Instants and days that somebody else has written: callers, shoppers, merchants' files and the platform. All of them are read
// here, because a `Date` and most readers of dates know years that the database does not.

const INSTANT =
  /^(\d{4})-\d{2}-\d{2}T\d{2}:\d{2}(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/;

interface TextOptions {
  /** Takes an offset, too. */
  offset?: boolean;
  error?: string;
}

const OTHER_YEAR = "Must be in the years 1 to 9999.";

/** An ISO 8601 instant with its offset, in the years 1 to 9999; null for any other text. */
export function readInstant(text: string): Date | null {
  if (!INSTANT.test(text)) return null;
  try {
    return heldInstant(new Date(Temporal.Instant.from(text).epochMilliseconds));
  } catch {
    return null;
  }
}

/** The instant, or null where it lies outside of the years 1 to 9999. */
export function heldInstant(instant: Date): Date | null {
  return isHeld(instant) ? instant : null;
}

/** The instant, or the nearest one in the years 1 to 9999. */
export function nearestInstant(instant: Date): Date {
  return new Date(Math.min(Math.max(instant.getTime(), FIRST_INSTANT), LAST_INSTANT));
}

/** An instant from the platform. An odd year becomes the nearest that is kept: one bad date must not stop a sync. */
export function platformInstant(text: string): Date {
  return nearestInstant(new Date(text));
}

/**
 * An instant of ours as the platform would date it, to the second. Compare this with an instant of the platform's: what happens there
 * right afterwards is dated to the beginning of the second.
 */
export function wholeSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}

/** The text of an instant that can be kept, in UTC. */
export function instantText({ offset = false, error }: TextOptions = {}) {
  return z.iso
    .datetime({ offset, ...(error !== undefined && { error }) })
    .refine((text) => isOfHeldYear(text), error ?? OTHER_YEAR);
}

/** The same, read. */
export function instantField(options?: TextOptions) {
  return instantText(options).transform((text) => new Date(text));
}

/** The text of a day, `YYYY-MM-DD`, that can be kept. */
export function dayText() {
  return z.iso
    .date()
    .refine((text) => isCalendarDate(text) || !z.iso.date().safeParse(text).success, OTHER_YEAR);
}

/** What is no instant at all is complained of already. */
function isOfHeldYear(text: string): boolean {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) || isHeld(instant);
}

function isHeld(instant: Date): boolean {
  const at = instant.getTime();
  return at >= FIRST_INSTANT && at <= LAST_INSTANT;
}
