import type { Sent } from "./send-loyalty.ts";
import type { WordKey } from "./words/en.ts";

/** A birthday as the Loyalty API answers it. */
export interface Birthday {
  /** 1 is January. */
  month: number;
  day: number;
  /** `YYYY-MM-DD`: no reward before. */
  counts_from: string;
}

/** A year with every day. */
const LEAP_YEAR = 2000;

/** So many days a month can have; February has 29. */
export function daysIn(month: number): number {
  return new Date(Date.UTC(LEAP_YEAR, month, 0)).getUTCDate();
}

/** A day of the year in words. */
export function dayOfYear(
  { month, day }: Pick<Birthday, "month" | "day">,
  language: string,
): string {
  const format = new Intl.DateTimeFormat(language, {
    ...{ month: "long", day: "numeric", timeZone: "UTC" },
  });
  return format.format(Date.UTC(LEAP_YEAR, month - 1, day));
}

/** The names of the twelve months. */
export function monthNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, at) => format.format(Date.UTC(LEAP_YEAR, at, 1)));
}

/** Whether not every year has this day. */
export function isLeapDay({ month, day }: Pick<Birthday, "month" | "day">): boolean {
  return month === 2 && day === 29;
}

/** What is said when a birthday was not saved. "bd_other": another one is known. */
export function troubleOf({ outcome }: Sent<unknown>): WordKey {
  if (outcome === "offline") return "offline_nothing";
  if (outcome === "signed_out") return "signed_out_nothing";
  if (outcome === "conflict") return "bd_other";
  return outcome === "unknown" ? "unknown" : "failed_nothing";
}
