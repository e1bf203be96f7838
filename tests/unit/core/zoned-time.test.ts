import { describe, expect, test } from "vitest";
import {
  addInterval,
  addIntervals,
  formatDate,
  formatDateMinute,
  isTimeZone,
  startOfDay,
} from "#app/lib/zoned-time.ts";

const at = (iso: string) => new Date(iso);

describe("time in a store's zone", () => {
  test("one instant has different dates from Pago Pago to Kiritimati", () => {
    const instant = at("2026-03-04T10:30:00Z");
    expect(formatDate(instant, "Pacific/Pago_Pago")).toBe("2026-03-03");
    expect(formatDate(instant, "Europe/Berlin")).toBe("2026-03-04");
    expect(formatDate(instant, "Pacific/Kiritimati")).toBe("2026-03-05");
    expect(formatDateMinute(instant, "Asia/Kolkata")).toBe("2026-03-04 16:00");
  });

  test("a month later keeps the local time over both daylight-saving edges", () => {
    const month = { unit: "month", count: 1 } as const;
    const spring = addInterval(at("2026-03-15T08:00:00Z"), month, "Europe/Berlin");
    expect(formatDateMinute(spring, "Europe/Berlin")).toBe("2026-04-15 09:00");
    const autumn = addInterval(at("2026-10-10T07:00:00Z"), month, "Europe/Berlin");
    expect(formatDateMinute(autumn, "Europe/Berlin")).toBe("2026-11-10 09:00");
  });

  test("a local time that spring skips becomes the next one that exists", () => {
    const day = addInterval(at("2026-03-28T01:30:00Z"), { unit: "day", count: 1 }, "Europe/Berlin");
    expect(formatDateMinute(day, "Europe/Berlin")).toBe("2026-03-29 03:30");
  });

  test("31 January is followed by the last day of February, and repetition does not wear it down", () => {
    const month = { unit: "month", count: 1 } as const;
    const start = at("2026-01-31T12:00:00Z");
    expect(formatDate(addIntervals(start, month, 1, "UTC"), "UTC")).toBe("2026-02-28");
    expect(formatDate(addIntervals(start, month, 2, "UTC"), "UTC")).toBe("2026-03-31");
    expect(formatDate(addIntervals(start, month, -2, "UTC"), "UTC")).toBe("2025-11-30");
  });

  test("29 February plus a year is 28 February", () => {
    const year = { unit: "year", count: 1 } as const;
    expect(formatDate(addInterval(at("2028-02-29T12:00:00Z"), year, "UTC"), "UTC")).toBe(
      "2029-02-28",
    );
  });

  test("the day begins after midnight where daylight saving skips midnight", () => {
    const start = startOfDay(at("2026-09-06T12:00:00Z"), "America/Santiago");
    expect(formatDateMinute(start, "America/Santiago")).toBe("2026-09-06 01:00");
  });

  test("only names that the runtime knows are zones", () => {
    expect(isTimeZone("Europe/Berlin")).toBe(true);
    expect(isTimeZone("Europe/Nowhere")).toBe(false);
  });
});
