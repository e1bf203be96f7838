import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { nextAtInterval } from "#app/domain/billing/cycles/next-at-interval.ts";
import { fc } from "#tests/support/property.ts";

// While a charge is owed its contract gets another interval: it is charged next on the first day of a later date that lies a
// whole number of new intervals after the owed charge's day.

const charges = fc.record({
  zone: fc.constantFrom("Europe/Berlin", "America/St_Johns", "Pacific/Auckland", "UTC"),
  day: fc
    .integer({ min: 0, max: 3000 })
    .map((days) => Temporal.PlainDate.from("2024-01-01").add({ days })),
  hour: fc.integer({ min: 3, max: 22 }),
  unit: fc.constantFrom("day", "week", "month", "year"),
  count: fc.integer({ min: 1, max: 24 }),
  daysLate: fc.integer({ min: 0, max: 900 }),
  hourNow: fc.integer({ min: 0, max: 23 }),
});

const instantOf = (day: Temporal.PlainDate, hour: number, timeZone: string) =>
  new Date(
    day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) })
      .epochMilliseconds,
  );

test("the next charge is on the first day after today that is whole new intervals after the charge that is owed", () => {
  fc.assert(
    fc.property(charges, ({ zone, day, hour, unit, count, daysLate, hourNow }) => {
      const today = day.add({ days: daysLate });
      const keeps = { dayOfMonth: day.day, time: `${String(hour).padStart(2, "0")}:00:00` };
      const charge = { dueAt: instantOf(day, hour, zone), interval: { unit, count }, keeps, zone };
      const next = nextAtInterval(charge, instantOf(today, hourNow, zone));
      let expected = day;
      for (
        let times = 1;
        Temporal.PlainDate.compare(expected, today) <= 0 || times === 1;
        times += 1
      ) {
        expected = day.add({ [`${unit}s`]: count * times });
      }
      expect(next).toEqual(instantOf(expected, hour, zone));
    }),
  );
});
