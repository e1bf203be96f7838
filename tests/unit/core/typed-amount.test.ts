import { describe, expect, test } from "vitest";
import { readTypedAmount, typeAmount } from "#app/lib/typed-amount.ts";

describe("an amount that a staff member types", () => {
  test.each([
    ["en", "EUR", "12.50", "12.50"],
    ["en", "EUR", " -5 ", "-5"],
    ["en", "EUR", "−5", "-5"],
    ["de", "EUR", "12,50", "12.50"],
    ["de", "EUR", "12.50", "12.50"],
    ["de", "EUR", "-0,5", "-0.5"],
    ["fr-CA", "CAD", "1234,5", "1234.5"],
    ["de", "EUR", "1234", "1234"],
    ["en", "KWD", "1.234", "1.234"],
    ["de", "KWD", "1,234", "1.234"],
    ["de", "EUR", "", ""],
  ])("in %s %s %j is %j", (locale, currency, typed, text) => {
    expect(readTypedAmount(typed, locale, currency)).toEqual({ text, problem: null });
  });

  test.each([
    ["de", "EUR", "1.234"],
    ["de", "EUR", "1,234"],
    ["en", "EUR", "1,234"],
    ["en", "EUR", "1.000"],
    ["de", "KWD", "1.234"],
    ["en", "KWD", "1,234"],
    ["ja", "JPY", "1,234"],
  ])("in %s %s %j, which can be read in two ways, is refused", (locale, currency, typed) => {
    const { text, problem } = readTypedAmount(typed, locale, currency);
    expect(text).toBeNull();
    expect(problem).toBe(
      `Can be read in two ways. Type it without a thousands separator, for example ${locale === "de" ? "1234,50" : "1234.50"}.`,
    );
  });

  test.each([
    ["en", "12,50"],
    ["de", "1.234,50"],
    ["en", "1,234.50"],
    ["fr", "1 234,50"],
    ["de", "12,"],
    ["de", ",5"],
    ["de", "1e3"],
    ["de", "--5"],
    ["de", "12,5,0"],
  ])("in %s %j is refused with an example", (locale, typed) => {
    const { text, problem } = readTypedAmount(typed, locale, "EUR");
    expect(text).toBeNull();
    expect(problem).toContain(`for example ${locale === "en" ? "12.50" : "12,50"} or -5.`);
  });

  test("is never two different amounts in two locales", () => {
    const texts = ["1.5", "1,5", "1.23", "1,23", "1.234", "1,234", "1234.567", "1234,567", "12"];
    for (const currency of ["EUR", "JPY", "KWD"]) {
      for (const typed of texts) {
        const read = ["en", "de", "fr", "ja"].map(
          (locale) => readTypedAmount(typed, locale, currency).text,
        );
        expect(new Set(read.filter((text) => text !== null)).size, typed).toBeLessThan(2);
      }
    }
  });

  test.each([
    ["en", "12.50"],
    ["de", "12,50"],
  ])("is offered in %s as it is typed there", (locale, typed) => {
    expect(typeAmount("12.50", locale)).toBe(typed);
    expect(readTypedAmount(typed, locale, "EUR").text).toBe("12.50");
  });
});
