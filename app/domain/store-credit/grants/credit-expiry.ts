import { addMonthsToDate, endOfDate } from "#app/lib/calendar-date.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";

/**
 * The expiry of credit that lasts a number of months: the end of the same day of the month in the store's
 * zone, or of the last day of a shorter month. It is the last instant of that day, not the first of the next,
 * so its date is the last day on which the credit can be used.
 *
 * @param months null for credit that never ends.
 */
export function creditExpiry(grantedAt: Date, months: number | null, zone: string): Date | null {
  if (months === null) return null;
  return expiryAfterDay(addMonthsToDate(formatDate(grantedAt, zone), months), zone);
}

/**
 * The end of what lasts a number of days: the last instant of the last of them in the store's zone. People are told the day, so it
 * is theirs to its end.
 *
 * @param days null for what never ends.
 */
export function expiryAfterDays(from: Date, days: number | null, zone: string): Date | null {
  return days === null ? null : expiryAfterDay(formatDate(addDays(from, days, zone), zone), zone);
}

/** The last instant of a day given as text; null when the text is not a date. */
export function expiryAfterDay(lastDay: string, zone: string): Date | null {
  const end = endOfDate(lastDay, zone);
  return end && new Date(end.getTime() - 1);
}
