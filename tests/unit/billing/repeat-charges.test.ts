import { expect, test } from "vitest";
import { type ForecastGroup, repeatCharges } from "#app/domain/billing/attempts/repeat-charges.ts";
import type { Interval } from "#app/lib/zoned-time.ts";

const zone = "Europe/Berlin";

const group = (day: string, interval: Interval, more: Partial<ForecastGroup> = {}) => ({
  ...{ day, interval, keptDay: Number(day.slice(8)), currency: "EUR" },
  ...{ subscriptions: 2, nextMinor: 1000n, laterMinor: 3000n, ...more },
});
/** Thirty days from the given one. */
const before = (day: string) =>
  new Date(new Date(`${day}T00:00:00+01:00`).getTime() + 30 * 86_400_000);
const daysOf = (groups: ForecastGroup[], from: string) =>
  repeatCharges(groups, before(from), zone).map(({ day }) => day);

test("a daily subscription is charged on each of thirty days, the first time for its next charge's amount", () => {
  const daily = group("2026-01-05", { unit: "day", count: 1 });
  const days = repeatCharges([daily], before("2026-01-05"), zone);
  expect(days).toHaveLength(30);
  expect(days.slice(0, 2)).toEqual([
    { day: "2026-01-05", currency: "EUR", charges: 2, amountMinor: 1000n },
    { day: "2026-01-06", currency: "EUR", charges: 2, amountMinor: 3000n },
  ]);
});

test("a weekly one is charged five times, a monthly one again in February's thirty days, a yearly one once", () => {
  expect(daysOf([group("2026-02-02", { unit: "week", count: 1 })], "2026-02-02")).toEqual([
    ...["2026-02-02", "2026-02-09", "2026-02-16", "2026-02-23", "2026-03-02"],
  ]);
  const monthly = { unit: "month", count: 1 } as const;
  expect(daysOf([group("2026-02-01", monthly)], "2026-02-01")).toEqual([
    ...["2026-02-01", "2026-03-01"],
  ]);
  expect(daysOf([group("2026-02-28", monthly, { keptDay: 29 })], "2026-02-28")).toEqual([
    ...["2026-02-28", "2026-03-29"],
  ]);
  expect(daysOf([group("2026-02-01", { unit: "year", count: 1 })], "2026-02-01")).toHaveLength(1);
});

test("currencies are kept apart, and groups of one day are added up", () => {
  const yearly = { unit: "year", count: 1 } as const;
  const groups = [
    group("2026-01-05", yearly),
    group("2026-01-05", { unit: "month", count: 2 }),
    group("2026-01-05", yearly, { currency: "USD" }),
  ];
  expect(repeatCharges(groups, before("2026-01-05"), zone)).toEqual([
    { day: "2026-01-05", currency: "EUR", charges: 4, amountMinor: 2000n },
    { day: "2026-01-05", currency: "USD", charges: 2, amountMinor: 1000n },
  ]);
});
