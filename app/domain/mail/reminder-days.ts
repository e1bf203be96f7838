import { addDays, startOfDay } from "#app/lib/zoned-time.ts";
import { nextMinute } from "./mail-tasks.ts";

/** Customers are told in the morning of the store's zone. */
const MORNING_MS = 9 * 3_600_000;

/** When somebody is told of a date: in the morning, so many days before it. */
export function reminderAt(date: Date, daysBefore: number, zone: string): Date {
  return new Date(startOfDay(addDays(date, -daysBefore, zone), zone).getTime() + MORNING_MS);
}

/** Dates before this instant are near enough to be told of `now`: those whose {@link reminderAt} has come. */
export function nearUntil(now: Date, daysBefore: number, zone: string): Date {
  const today = new Date(now.getTime() - MORNING_MS);
  return startOfDay(addDays(today, daysBefore + 1, zone), zone);
}

/** When to look for a date that has become known: at its reminder, or soon when that has passed. */
export function lookAt(now: Date, reminder: Date): Date {
  return reminder > now ? reminder : nextMinute(now);
}
