import { isCalendarDate } from "#app/lib/calendar-date.ts";
import { formatDate } from "#app/lib/zoned-time.ts";

/**
 * The last day on which something can be used, as a line of a file names it: `YYYY-MM-DD`, or nothing for what never ends. It stays
 * a day until it is applied. When it ends depends on where the store is then.
 */

/** What is said of a line whose last day is over. */
export const DAY_OVER = "Expires: the day is over.";

/** What is said of a file that such lines are left out of. */
export const DAYS_HAVE_PASSED =
  "Some lines name a last day that has passed since the file was checked, and are left out.";

/** The earliest last day that has not ended: those before it, compared as texts, are over. */
export function earliestLastDay(now: Date, zone: string): string {
  // A day ends with its last millisecond.
  return formatDate(new Date(now.getTime() + 1), zone);
}

/** What is wrong with a last day as it is written; null when it can be applied. */
export function lastDayProblem(lastDay: string, earliest: string): string | null {
  if (lastDay === "") return null;
  if (!isCalendarDate(lastDay)) {
    return "Expires: write the last day as YYYY-MM-DD, because others can be read in two ways.";
  }
  return lastDay < earliest ? DAY_OVER : null;
}
