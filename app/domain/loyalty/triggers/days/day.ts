// Days of the store's calendar as texts, `YYYY-MM-DD`, which compare as the days do; months and days without a year as one
// number: 229 is 29 February.

const DAY_MS = 86_400_000;

/** So many days later, or earlier. */
export function addToDay(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** How many days lie between two. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

export function monthDayOf(day: string): number {
  return Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));
}

/** The day of a year; null where that year has none. */
export function dayIn(year: number, monthDay: number): string | null {
  const [month, date] = [Math.floor(monthDay / 100), monthDay % 100];
  const text = `${String(year).padStart(4, "0")}-${pad(month)}-${pad(date)}`;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text) ? text : null;
}

/** What is kept on a day: in a year without 29 February, that day on the 28th. */
export function monthDaysOn(day: string): number[] {
  const monthDay = monthDayOf(day);
  return monthDay === 228 && dayIn(yearOf(day), 229) === null ? [228, 229] : [monthDay];
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
