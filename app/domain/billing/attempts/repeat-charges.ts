import { formatDate, type Interval } from "#app/lib/zoned-time.ts";
import { billingDate } from "../dates/billing-date.ts";

/** Subscriptions that fall due on one day and then in one rhythm. Money in minor units, of all of them together. */
export interface ForecastGroup {
  /** `YYYY-MM-DD` in the store's zone. */
  day: string;
  interval: Interval;
  /** The day of the month that monthly dates return to after a short month. */
  keptDay: number;
  currency: string;
  subscriptions: number;
  /** What the next charges come to, and each charge after them. */
  nextMinor: bigint;
  laterMinor: bigint;
}

/** What falls due on one day. Money in minor units. */
export interface ForecastCharge {
  /** `YYYY-MM-DD` in the store's zone. */
  day: string;
  currency: string;
  charges: number;
  amountMinor: bigint;
}

/** Each group's charges before an instant, by day and currency, the earliest first. */
export function repeatCharges(
  groups: readonly ForecastGroup[],
  before: Date,
  zone: string,
): ForecastCharge[] {
  const lastDay = formatDate(new Date(before.getTime() - 1), zone);
  const days = new Map<string, ForecastCharge>();
  for (const group of groups) {
    const { currency, subscriptions, nextMinor, laterMinor } = group;
    for (const [index, day] of datesOf(group, lastDay).entries()) {
      const key = `${day} ${currency}`;
      const known = days.get(key) ?? { day, currency, charges: 0, amountMinor: 0n };
      known.charges += subscriptions;
      known.amountMinor += index === 0 ? nextMinor : laterMinor;
      days.set(key, known);
    }
  }
  return [...days.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
}

/** Days are counted at noon of a zone without changes: no hour of a real one moves them. */
function datesOf({ day, interval, keptDay }: ForecastGroup, lastDay: string): string[] {
  const first = { index: 0, at: new Date(`${day}T12:00:00Z`) };
  const keeps = { dayOfMonth: keptDay, time: "12:00:00" };
  const schedule = { interval, anchors: [], zone: "UTC", start: first, origin: first, keeps };
  const days: string[] = [];
  for (let index = 0; ; index += 1) {
    const next = formatDate(billingDate(schedule, index), "UTC");
    if (next > lastDay) return days;
    days.push(next);
  }
}
