import { addDays, formatDate, startOfDay } from "#app/lib/zoned-time.ts";

/** How far back the overview reaches, in days of the store's calendar, today included. */
export const OVERVIEW_PERIODS = { "7d": 7, "30d": 30, "90d": 90, "365d": 365 } as const;

export type OverviewPeriod = keyof typeof OVERVIEW_PERIODS;

/** A day of the store's calendar: 23 to 25 hours. */
export interface OverviewDay {
  /** `YYYY-MM-DD`. */
  date: string;
  start: Date;
  /** The first instant after it. */
  end: Date;
}

/** What the overview is about: a store's days, and one plan or all. */
export interface OverviewScope {
  days: readonly OverviewDay[];
  /** From the first instant of the first day … */
  from: Date;
  /** … to the first one after the last. */
  to: Date;
  /** An id that names nothing gives zeros. */
  planId: bigint | null;
}

/** The days of a period, oldest first; the last one holds `now`. */
export function listOverviewDays(now: Date, period: OverviewPeriod, zone: string): OverviewDay[] {
  const count = OVERVIEW_PERIODS[period];
  // Midday exists on every day, and is never on the other side of one.
  const midday = new Date(startOfDay(now, zone).getTime() + 12 * 3_600_000);
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(midday, index + 1 - count, zone);
    const start = startOfDay(day, zone);
    const end = startOfDay(addDays(day, 1, zone), zone);
    return { date: formatDate(day, zone), start, end };
  });
}
