import { addMonthsToDate, endOfDate } from "#app/lib/calendar-date.ts";
import { formatDate } from "#app/lib/zoned-time.ts";

/**
 * When credit ends that lasts some months: at the end of the day, in the store's zone, which bears the same
 * number as the day on which it was given, or the last one of a shorter month. The instant is the day's
 * last, not the next day's first, so that its date is the last day on which the credit can be used.
 *
 * @param months null for credit that never ends.
 */
export function creditExpiry(grantedAt: Date, months: number | null, zone: string): Date | null {
  if (months === null) return null;
  return expiryAfterDay(addMonthsToDate(formatDate(grantedAt, zone), months), zone);
}

/** The last instant at which credit can be used whose last day is this one; null for a text that names no day. */
export function expiryAfterDay(lastDay: string, zone: string): Date | null {
  const end = endOfDate(lastDay, zone);
  return end && new Date(end.getTime() - 1);
}
