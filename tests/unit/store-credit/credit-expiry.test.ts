import { describe, expect, test } from "vitest";
import { creditExpiry } from "#app/domain/store-credit/grants/credit-expiry.ts";
import { formatDate } from "#app/lib/zoned-time.ts";

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
