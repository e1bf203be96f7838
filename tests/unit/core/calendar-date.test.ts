import { describe, expect, test } from "vitest";
import { endOfDate, isCalendarDate, startOfDate } from "#app/lib/calendar-date.ts";

test.each(["0001-01-01", "0099-12-31", "2024-02-29", "9999-12-31"])("%s is a day", (day) => {
  expect(isCalendarDate(day)).toBe(true);
});

test.each([
  ...["0000-12-31", "10000-01-01", "-0001-01-01", "2025-02-29", "2025-13-01", "2025-1-1", ""],
  ...["2025-01-01T00:00", " 2025-01-01", "20250101"],
])("“%s” is none", (day) => {
  expect(isCalendarDate(day)).toBe(false);
});

describe.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("in %s", (zone) => {
  test("the first and the last day begin and end at instants that the database reads", () => {
    for (const day of ["0001-01-01", "9999-12-31"]) {
      for (const instant of [startOfDate(day, zone), endOfDate(day, zone)]) {
        expect(instant?.toISOString()).toMatch(/^(0001-01-0[12]|9999-12-3[01])T/);
      }
    }
  });

  test("a day in between is whole", () => {
    const [start, end] = [startOfDate("2026-06-01", zone), endOfDate("2026-06-01", zone)];
    expect(Number(end) - Number(start)).toBe(86_400_000);
  });
});
