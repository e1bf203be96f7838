import { describe, expect, test } from "vitest";
import { addIntervals, formatDate, formatDateMinute } from "#app/lib/zoned-time.ts";
import { streamOf } from "#scripts/seed/random.ts";
import { StoreCalendar } from "#scripts/seed/store-calendar.ts";

const now = new Date("2026-06-30T21:59:59Z");

describe.each(["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"])(
  "the calendar of a seeded store in %s",
  (zone) => {
    const calendar = new StoreCalendar(zone, now);
    const random = streamOf(1, "test", 1);
    const instants = Array.from({ length: 400 }, () => calendar.draw(random));

    test("counts days, months and years as the product's does", () => {
      for (const at of instants) {
        const from = new Date(at);
        expect(calendar.date(at)).toBe(formatDate(from, zone));
        expect(calendar.minute(at)).toBe(formatDateMinute(from, zone));
        for (const interval of [
          { unit: "day", count: 10 },
          { unit: "week", count: 2 },
          { unit: "month", count: 1 },
          { unit: "year", count: 1 },
        ] as const) {
          const next = calendar.next(at, interval, calendar.keptBy(at));
          expect(new Date(next)).toEqual(addIntervals(from, interval, 1, zone));
        }
      }
    });

    test("never leaves the history", () => {
      for (const at of instants) {
        expect(at).toBeGreaterThanOrEqual(calendar.begin);
        expect(at).toBeLessThanOrEqual(calendar.now);
      }
    });
  },
);

test("a seeded store sells most before Christmas, most of all in the week of the sales", () => {
  const calendar = new StoreCalendar("Europe/Berlin", now);
  const random = streamOf(1, "test", 2);
  const perMonth = new Map<string, number>();
  for (let left = 60_000; left > 0; left -= 1) {
    const month = calendar.date(calendar.draw(random)).slice(0, 7);
    perMonth.set(month, (perMonth.get(month) ?? 0) + 1);
  }
  const sold = (month: string) => perMonth.get(month) ?? 0;
  for (const year of [2024, 2025]) {
    expect(sold(`${year}-11`)).toBeGreaterThan(1.5 * sold(`${year}-09`));
    expect(sold(`${year}-12`)).toBeGreaterThan(1.3 * sold(`${year + 1}-02`));
  }
  expect(sold("2025-09")).toBeGreaterThan(1.1 * sold("2024-09"));
});

test("the days of a schedule return after a short month", () => {
  const calendar = new StoreCalendar("Europe/Berlin", now);
  const kept = { dayOfMonth: 31, seconds: 9 * 3600 };
  const dates: string[] = [];
  let at = calendar.at(Date.UTC(2026, 0, 31) / 86_400_000, kept.seconds);
  for (let left = 4; left > 0; left -= 1) {
    dates.push(calendar.minute(at));
    at = calendar.next(at, { unit: "month", count: 1 }, kept);
  }
  expect(dates).toEqual([
    "2026-01-31 09:00",
    "2026-02-28 09:00",
    "2026-03-31 09:00",
    "2026-04-30 09:00",
  ]);
});
