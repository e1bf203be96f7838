import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keptAfter, toInstant } from "#app/domain/billing/dates/kept-time.ts";
import { fc, propertySeed } from "#tests/support/property.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const zones = fc.constantFrom(
  ...["Pacific/Pago_Pago", "America/Los_Angeles", "America/St_Johns", "UTC", "Europe/Berlin"],
  ...["Asia/Kolkata", "Asia/Tokyo", "Pacific/Auckland", "Pacific/Kiritimati"],
);
const kept = fc.record({
  ...{ zone: zones, to: zones, keptDay: fc.integer({ min: 1, max: 31 }) },
  ...{ year: fc.integer({ min: 2020, max: 2040 }), month: fc.integer({ min: 1, max: 12 }) },
  hour: fc.integer({ min: 0, max: 23 }),
  /** Whether the date is on its day; another one begins its own. */
  isOnDay: fc.boolean(),
  /** Far from both ends of a month, where a date may be on its day after all, counted from another month. */
  otherDay: fc.integer({ min: 3, max: 25 }),
});

test("the database tells a kept day in another zone as the app does, at any date", async () => {
  const cases = fc.sample(kept, { numRuns: 2000, seed: propertySeed }).map((one) => {
    const { zone, to, keptDay, year, month, hour, isOnDay, otherDay } = one;
    const keptTime = Temporal.PlainTime.from({ hour }).toString();
    const day = isOnDay ? keptDay : otherDay;
    const at = toInstant(Temporal.PlainDate.from({ year, month, day }), keptTime, zone);
    const row = { keptDay, keptTime, keptZone: zone };
    const on = toInstant(Temporal.PlainDate.from({ year, month, day: keptDay }), keptTime, zone);
    return { keptDay, zone, to, at, expected: keptAfter(row, on, at, to).dayOfMonth };
  });
  // Counted after the move, where the row still has the day of before: a pause that was planned then.
  const february = new Date("2027-02-28T23:00:00Z");
  const berlin = { keptDay: 31, zone: "Europe/Berlin", to: "America/Los_Angeles" };
  cases.push({ ...berlin, at: february, expected: 30 });
  const { db } = await (await testApp.createShop()).context();
  const told = await db.prisma.$queryRaw<{ day: number }[]>`
    SELECT kept_day_in_zone(day, at, kept_zone, zone) AS day
    FROM unnest(${cases.map(({ keptDay }) => keptDay)}::int[], ${cases.map(({ at }) => at)}::timestamptz[],
      ${cases.map(({ zone }) => zone)}::text[], ${cases.map(({ to }) => to)}::text[])
      WITH ORDINALITY AS one (day, at, kept_zone, zone, place)
    ORDER BY place`;
  const wrong = cases.flatMap((one, place) =>
    told[place]?.day === one.expected ? [] : [{ ...one, told: told[place]?.day }],
  );
  expect(wrong).toEqual([]);
});
