import { describe, expect, test } from "vitest";
import { type ChargeDate, chargesLater } from "#app/domain/billing/dates/charge-date.ts";
import { keptInZone, keptTimeOf } from "#app/domain/billing/dates/kept-time.ts";
import { keptFields } from "#app/domain/subscriptions/charges/kept-day.ts";
import type { Interval, IntervalUnit } from "#app/lib/zoned-time.ts";
import { fc } from "#tests/support/property.ts";

// The rule: a store that moves to another zone charges what was planned at its instant, and from there on as often as before: nobody
// pays twice within hours, and nobody has a period for nothing. Later dates stay near those that the old zone would have given.

const DAY_MS = 86_400_000;

const zones = fc.constantFrom(
  "Pacific/Pago_Pago",
  "America/Los_Angeles",
  "America/St_Johns",
  "UTC",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Asia/Tokyo",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
);
const intervals = fc.record({
  unit: fc.constantFrom<IntervalUnit>("day", "week", "month", "year"),
  count: fc.integer({ min: 1, max: 12 }),
});
const starts = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 900_000, max: Date.UTC(2040, 0, 1) / 900_000 })
  .map((quarter) => new Date(quarter * 900_000));
const lives = fc.record({
  ...{ startAt: starts, interval: intervals, from: zones, to: zones },
  charges: fc.integer({ min: 0, max: 40 }),
});

const DAYS: Readonly<Record<IntervalUnit, number>> = {
  day: 1,
  week: 7,
  month: 30.44,
  year: 365.25,
};
const lengthMs = ({ unit, count }: Interval) => DAYS[unit] * count * DAY_MS;

interface Life {
  startAt: Date;
  interval: Interval;
  from: string;
  to: string;
  charges: number;
}

/** The next charge after some, counted in the old zone. */
function chargeBefore({ startAt, interval, from, charges }: Life): ChargeDate {
  const first = { dueAt: startAt, interval, keeps: keptTimeOf(startAt, from), zone: from };
  return { ...first, dueAt: chargesLater(first, charges) };
}

/** The same charge once the store is elsewhere. */
function moved(charge: ChargeDate, to: string): ChargeDate {
  const keeps = keptInZone(keptFields(charge.keeps, charge.zone), charge.dueAt, to);
  return { ...charge, keeps, zone: to };
}

describe("a store that moves to another zone", () => {
  test("charges what was planned at its instant", () => {
    fc.assert(
      fc.property(lives, (life) => {
        const charge = chargeBefore(life);
        expect(chargesLater(moved(charge, life.to), 0)).toEqual(charge.dueAt);
      }),
    );
  });

  test("charges as often as before from there on, wherever it moves and back", () => {
    fc.assert(
      fc.property(lives, zones, (life, third) => {
        let charge = chargeBefore(life);
        for (const zone of [life.to, third, life.from]) {
          charge = moved(charge, zone);
          for (let count = 0; count < 14; count += 1) {
            const next = chargesLater(charge, 1);
            const gap = next.getTime() - charge.dueAt.getTime();
            expect(gap).toBeGreaterThan(lengthMs(life.interval) / 2);
            expect(gap).toBeLessThan(lengthMs(life.interval) * 1.5);
            charge = { ...charge, dueAt: next };
          }
        }
      }),
    );
  });

  test("stays within days of the dates of the old zone, for ever", () => {
    fc.assert(
      fc.property(lives, (life) => {
        const before = chargeBefore(life);
        const after = moved(before, life.to);
        for (const times of [1, 2, 3, 12, 60]) {
          const apart =
            chargesLater(after, times).getTime() - chargesLater(before, times).getTime();
          // A day for the zones, and three for a short month in which the charge falls into the next one.
          expect(Math.abs(apart)).toBeLessThan(4.2 * DAY_MS);
        }
      }),
    );
  });

  test("keeps the last day of months as that, and the first of them as the last day before it", () => {
    const berlin = (keptDay: number) => ({
      keptDay,
      keptTime: "03:00:00",
      keptZone: "Europe/Berlin",
    });
    const first = new Date("2026-03-01T02:00:00Z");
    expect(keptInZone(berlin(1), first, "America/Los_Angeles")).toEqual({
      ...{ dayOfMonth: 31, time: "18:00:00" },
    });
    const last = new Date("2026-02-28T02:00:00Z");
    expect(keptInZone(berlin(31), last, "America/Los_Angeles")).toEqual({
      ...{ dayOfMonth: 30, time: "18:00:00" },
    });
    const evening = { keptDay: 31, keptTime: "20:00:00", keptZone: "Europe/Berlin" };
    const atNight = new Date("2026-02-28T19:00:00Z");
    expect(keptInZone(evening, atNight, "Asia/Tokyo")).toEqual({ dayOfMonth: 1, time: "04:00:00" });
  });

  test("changes nothing where it is the same zone, or nobody has written down another", () => {
    const at = new Date("2026-02-28T19:00:00Z");
    const kept = { keptDay: 31, keptTime: "20:00:00", keptZone: null };
    const keeps = { dayOfMonth: 31, time: "20:00:00" };
    expect(keptInZone(kept, at, "Asia/Tokyo")).toEqual(keeps);
    expect(keptInZone({ ...kept, keptZone: "Asia/Tokyo" }, at, "Asia/Tokyo")).toEqual(keeps);
  });
});
