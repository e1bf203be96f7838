import { describe, expect, test } from "vitest";
import {
  creditExpiry,
  expiryAfterDay,
  expiryAfterDays,
} from "#app/domain/store-credit/grants/credit-expiry.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { readBeginning, readEnd } from "#app/routes/rest/read-instant.ts";
import { fc } from "#tests/support/property.ts";

const expiry = (granted: string, months: number, zone: string) =>
  creditExpiry(new Date(granted), months, zone)?.toISOString();

describe("when credit of a plan ends", () => {
  test("credit without a number of months never ends", () => {
    expect(creditExpiry(new Date(), null, "Europe/Berlin")).toBeNull();
  });

  test("it can be used until the same day of the month, end of day", () => {
    expect(expiry("2026-03-04T12:00:00Z", 1, "UTC")).toBe("2026-04-04T23:59:59.999Z");
    expect(expiry("2026-03-04T00:00:00Z", 12, "UTC")).toBe("2027-03-04T23:59:59.999Z");
    expect(expiry("2026-03-04T23:59:59Z", 12, "UTC")).toBe("2027-03-04T23:59:59.999Z");
  });

  test("a shorter month ends it on its last day, and 29 February is one where there is one", () => {
    expect(expiry("2026-01-31T12:00:00Z", 1, "UTC")).toBe("2026-02-28T23:59:59.999Z");
    expect(expiry("2028-01-31T12:00:00Z", 1, "UTC")).toBe("2028-02-29T23:59:59.999Z");
    expect(expiry("2028-02-29T12:00:00Z", 12, "UTC")).toBe("2029-02-28T23:59:59.999Z");
    expect(expiry("2028-02-29T12:00:00Z", 48, "UTC")).toBe("2032-02-29T23:59:59.999Z");
    expect(expiry("2026-08-31T12:00:00Z", 1, "UTC")).toBe("2026-09-30T23:59:59.999Z");
  });

  test("the day is the store's, also where daylight saving makes it longer or shorter", () => {
    expect(expiry("2026-02-28T23:30:00Z", 1, "Europe/Berlin")).toBe("2026-04-01T21:59:59.999Z");
    expect(expiry("2026-02-28T12:00:00Z", 1, "Europe/Berlin")).toBe("2026-03-28T22:59:59.999Z");
    // 29 March has 23 hours, 25 October has 25.
    expect(expiry("2026-02-28T23:00:00Z", 1, "Europe/Berlin")).toBe("2026-04-01T21:59:59.999Z");
    expect(expiry("2026-01-29T12:00:00Z", 2, "Europe/Berlin")).toBe("2026-03-29T21:59:59.999Z");
    expect(expiry("2026-09-25T12:00:00Z", 1, "Europe/Berlin")).toBe("2026-10-25T22:59:59.999Z");
    // Here the next day itself begins an hour late.
    expect(expiry("2026-08-05T12:00:00Z", 1, "America/Santiago")).toBe("2026-09-06T03:59:59.999Z");
  });

  test.each([
    ["Pacific/Pago_Pago", "2026-05-15T10:59:59.999Z", "2026-05-14"],
    ["Pacific/Kiritimati", "2026-05-16T09:59:59.999Z", "2026-05-16"],
  ])("at the world's ends, in %s, it is that place's day", (zone, end, day) => {
    const granted = new Date("2026-04-15T10:30:00Z");
    const ends = creditExpiry(granted, 1, zone);
    expect(ends?.toISOString()).toBe(end);
    expect(formatDate(ends as Date, zone)).toBe(day);
  });
});

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/Santiago",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];
const DAY_MS = 86_400_000;
/** From 2000 on: a day that an island skipped when it changed sides of the date line never was. */
const day = fc.integer({ min: 10_957, max: 36_500 }).map((n) => new Date(n * DAY_MS));
const dateText = (date: Date) => date.toISOString().slice(0, 10);

/** The local time of an instant, read in another way than the product does. */
function localTime(instant: Date, zone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    ...{ timeZone: zone, dateStyle: "short", timeStyle: "medium" },
  });
  return format.format(instant);
}

describe("a day without time", () => {
  test("as an end is there to its last instant, as a beginning from its first, in every zone and through every door", () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...ZONES), (date, zone) => {
        const text = dateText(date);
        const end = readEnd("until", text, zone);
        expect(end).toEqual(expiryAfterDay(text, zone));
        expect(localTime(end, zone).slice(0, 10)).toBe(text);
        const next = new Date(end.getTime() + 1);
        expect(localTime(next, zone).slice(0, 10)).toBe(
          dateText(new Date(date.getTime() + DAY_MS)),
        );
        const beginning = readBeginning("from", text, zone);
        expect(localTime(beginning, zone).slice(0, 10)).toBe(text);
        const before = new Date(beginning.getTime() - 1);
        expect(localTime(before, zone).slice(0, 10)).not.toBe(text);
      }),
    );
  });

  test("is the last of a number of days: what lasts seven days ends with the seventh day after, at any hour it was given", () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: DAY_MS - 1 }),
        fc.integer({ min: 1, max: 3650 }),
        fc.constantFrom(...ZONES),
        (date, ms, days, zone) => {
          const given = new Date(date.getTime() + ms);
          const end = expiryAfterDays(given, days, zone) ?? new Date(0);
          const givenDay = new Date(`${localTime(given, zone).slice(0, 10)}T00:00:00Z`);
          const lastDay = dateText(new Date(givenDay.getTime() + days * DAY_MS));
          expect(localTime(end, zone).slice(0, 10)).toBe(lastDay);
          expect(localTime(new Date(end.getTime() + 1), zone).slice(0, 10)).not.toBe(lastDay);
        },
      ),
    );
    expect(expiryAfterDays(new Date(), null, "UTC")).toBeNull();
  });
});
