import { describe, expect, test } from "vitest";
import { readWrittenAmount, readWrittenCount } from "#app/lib/written-amount.ts";
import { readWrittenDay } from "#app/lib/written-day.ts";
import { fc } from "#tests/support/property.ts";

describe("an amount in a file with semicolons", () => {
  test.each([
    ["12", "12"],
    ["12,5", "12.5"],
    ["12.50", "12.50"],
    ["-0,500", "-0.500"],
    ["\u22123,20", "-3.20"],
    ["1234,50", "1234.50"],
    ["1234,500", "1234.500"],
    ["1.234,50", "1234.50"],
    ["1,234.50", "1234.50"],
    ["1 234,50", "1234.50"],
    ["1\u202f234\u202f567,5", "1234567.5"],
    ["1'234.50", "1234.50"],
    ["1 234", "1234"],
    ["1.234.567", "1234567"],
  ])("%j is %s", (cell, text) => {
    expect(readWrittenAmount(cell, ";", "EUR")).toEqual({ text, isUnclear: false });
  });

  test.each(["1.234", "1,234", "-12.500", "999,000"])("%j may be two amounts", (cell) => {
    expect(readWrittenAmount(cell, ";", "EUR")).toEqual({ text: cell, isUnclear: true });
  });

  test("of a currency with three decimals has them behind a comma", () => {
    expect(readWrittenAmount("1,250", ";", "KWD")).toEqual({ text: "1.250", isUnclear: false });
    expect(readWrittenAmount("1.250", ";", "KWD").isUnclear).toBe(true);
  });

  test.each([
    ...["", "twelve", "1,2,3", "1.23.456", "12,", ",5", "1e3", "12,50 €"],
    ...["0.123,45", "0.123.456", "1234 567", "1 23", "1 234 5", "1 234,5x"],
  ])("%j stays what it says", (cell) => {
    expect(readWrittenAmount(cell, ";", "EUR")).toEqual({ text: cell, isUnclear: false });
  });

  test("is what a country writes, or may be two amounts, and never another one", () => {
    const amount = fc.integer({ min: -999_999_999, max: 999_999_999 });
    const locale = fc.constantFrom(
      "de",
      "fr",
      "sv",
      "es",
      "it",
      "de-CH",
      "en",
      "pl",
      "nl",
      "pt-BR",
    );
    fc.assert(
      fc.property(
        amount,
        locale,
        fc.boolean(),
        fc.integer({ min: 0, max: 2 }),
        (minor, language, useGrouping, places) => {
          const value = Math.trunc(minor / 10 ** (2 - places)) / 10 ** places;
          const format = new Intl.NumberFormat(language, {
            ...{ useGrouping, minimumFractionDigits: places, maximumFractionDigits: places },
          });
          const { text, isUnclear } = readWrittenAmount(format.format(value), ";", "EUR");
          if (!isUnclear) expect(Number(text)).toBeCloseTo(value, 6);
          else expect(Math.abs(value)).toBeGreaterThanOrEqual(1_000);
        },
      ),
    );
  });
});

test("an amount in a file with commas between the cells has a point alone", () => {
  for (const cell of ["12.50", "1,50", "1.234"]) {
    expect(readWrittenAmount(cell, ",", "EUR")).toEqual({ text: cell, isUnclear: false });
  }
});

test("a number of things may have decimals of nothing", () => {
  expect(readWrittenCount("1200,00", ";")).toEqual({ text: "1200", isUnclear: false });
  expect(readWrittenCount("1.200,0", ";")).toEqual({ text: "1200", isUnclear: false });
  expect(readWrittenCount("1200,5", ";").text).toBe("1200.5");
  expect(readWrittenCount("1.200", ";").isUnclear).toBe(true);
});

test("a day with dots is read, and no other that can be read in two ways", () => {
  expect(readWrittenDay("31.1.2027")).toBe("2027-01-31");
  expect(readWrittenDay("01.02.2027 10:00")).toBe("2027-02-01 10:00");
  for (const text of ["03/04/2026", "3-4-2026", "2027-01-31", "1.2.20271", ""]) {
    expect(readWrittenDay(text)).toBe(text);
  }
});
