import { describe, expect, test } from "vitest";
import {
  CREDIT_SPANS,
  CREDIT_STEPS,
  listCreditPeriods,
} from "#app/domain/ledger/reports/credit-periods.ts";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/Santiago",
  "Pacific/Pago_Pago",
  "Pacific/Kiritimati",
];
const NOWS = [
  "2026-03-29T00:30:00Z",
  "2028-02-29T23:30:00Z",
  "2026-10-25T01:30:00Z",
  "2026-12-31T11:00:00Z",
];

describe("the days and months of a report", () => {
  test.each(ZONES)("follow one another without a gap up to now, in %s", (zone) => {
    for (const text of NOWS) {
      const now = new Date(text);
      for (const span of CREDIT_SPANS) {
        for (const step of CREDIT_STEPS) {
          const periods = listCreditPeriods(now, span, step, zone);
          for (const [index, { start, end, name }] of periods.entries()) {
            expect(end.getTime()).toBeGreaterThan(start.getTime());
            const next = periods[index + 1];
            if (next) expect(next.start).toEqual(end);
            else expect([start <= now, now < end]).toEqual([true, true]);
            expect(periods.filter((one) => one.name === name)).toHaveLength(1);
          }
        }
      }
    }
  });

  test("are as many as they are called", () => {
    const now = new Date("2028-02-29T12:00:00Z");
    const names = (span: (typeof CREDIT_SPANS)[number], step: (typeof CREDIT_STEPS)[number]) =>
      listCreditPeriods(now, span, step, "UTC").map(({ name }) => name);
    expect(names("30d", "day")).toHaveLength(30);
    expect(names("90d", "day").at(0)).toBe("2027-12-02");
    expect(names("12m", "month")).toEqual([
      "2027-03",
      "2027-04",
      "2027-05",
      "2027-06",
      "2027-07",
      "2027-08",
      "2027-09",
      "2027-10",
      "2027-11",
      "2027-12",
      "2028-01",
      "2028-02",
    ]);
    expect(names("24m", "month")).toHaveLength(24);
    expect(names("12m", "day").at(0)).toBe("2027-03-01");
    expect(names("30d", "month")).toEqual(["2028-01", "2028-02"]);
  });
});
