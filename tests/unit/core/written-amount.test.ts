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

describe("whatever separates the cells", () => {
  const separator = fc.constantFrom(...([",", ";", "\t", "|"] as const));
  const sign = fc.constantFrom(",", ".");
  const group = fc.integer({ min: 1, max: 999 }).map(String);
  const digits = (count: number) =>
    fc.integer({ min: 0, max: 10 ** count - 1 }).map((n) => String(n).padStart(count, "0"));

  // The rule: up to three digits, a sign and three digits are a thousand and more where the sign groups, and a fraction where it is the
  // decimal sign.
  test("one group of three behind either sign may be two amounts, and two counts", () => {
    fc.assert(
      fc.property(group, sign, digits(3), separator, (whole, between, rest, cells) => {
        const cell = `${whole}${between}${rest}`;
        for (const currency of ["EUR", "JPY", null]) {
          expect(readWrittenAmount(cell, cells, currency)).toEqual({ text: cell, isUnclear: true });
        }
        expect(readWrittenCount(cell, cells)).toEqual({ text: cell, isUnclear: true });
      }),
    );
  });

  test("any other number of digits behind the sign is a fraction", () => {
    const decimals = fc.constantFrom(1, 2, 4).chain(digits);
    fc.assert(
      fc.property(group, sign, decimals, separator, (whole, between, rest, cells) => {
        const read = readWrittenAmount(`${whole}${between}${rest}`, cells, "EUR");
        expect(read).toEqual({ text: `${whole}.${rest}`, isUnclear: false });
      }),
    );
  });

  test("three decimals are the currency's own behind its decimal sign, and unclear behind the other", () => {
    fc.assert(
      fc.property(group, sign, digits(3), separator, (whole, between, rest, cells) => {
        const isDecimalSign = between === (cells === ";" ? "," : ".");
        const { text, isUnclear } = readWrittenAmount(`${whole}${between}${rest}`, cells, "KWD");
        expect(isUnclear).toBe(!isDecimalSign);
        expect(text).toBe(isDecimalSign ? `${whole}.${rest}` : `${whole}${between}${rest}`);
      }),
    );
  });

  test.each([
    ["1,50", "1.50"],
    ["12.50", "12.50"],
    ["1.234,50", "1234.50"],
    ["1.234.567", "1234567"],
    ["0.500", "0.500"],
  ])("%j is %s", (cell, text) => {
    for (const cells of [",", "\t", "|"] as const) {
      expect(readWrittenAmount(cell, cells, "EUR")).toEqual({ text, isUnclear: false });
    }
  });
});

test("a number of things may have decimals of nothing", () => {
  for (const cells of [",", ";"] as const) {
    expect(readWrittenCount("1200,00", cells)).toEqual({ text: "1200", isUnclear: false });
    expect(readWrittenCount("1.200,0", cells)).toEqual({ text: "1200", isUnclear: false });
    expect(readWrittenCount("1200,5", cells).text).toBe("1200.5");
    expect(readWrittenCount("1.200", cells).isUnclear).toBe(true);
  }
});

test("a day with dots is read, and no other that can be read in two ways", () => {
  expect(readWrittenDay("31.1.2027")).toBe("2027-01-31");
  expect(readWrittenDay("01.02.2027 10:00")).toBe("2027-02-01 10:00");
  for (const text of ["03/04/2026", "3-4-2026", "2027-01-31", "1.2.20271", ""]) {
    expect(readWrittenDay(text)).toBe(text);
  }
});
