import { describe, expect, test } from "vitest";
import { readMoney, toFloatAmount } from "#app/platform/shopify/admin-money.ts";
import { fc } from "#tests/support/property.ts";

describe("the platform's money", () => {
  test.each([
    ["15.0", "EUR", 1500],
    ["15", "EUR", 1500],
    ["0.01", "EUR", 1],
    ["-3.50", "EUR", -350],
    ["1500.0", "JPY", 1500],
    ["1500", "JPY", 1500],
    ["1.234", "KWD", 1234],
    ["1.2", "KWD", 1200],
    ["90071992547409.91", "USD", 9007199254740991],
    ["3.333333", "EUR", 333],
    ["3.335", "EUR", 334],
    ["-3.335", "EUR", -334],
    ["0.5", "JPY", 1],
    ["-0.004", "EUR", 0],
  ])("%s %s is %i minor units", (amount, currencyCode, minor) => {
    expect(readMoney({ amount, currencyCode })).toBe(minor);
  });

  test.each(["", "1,50", "1e3", "NaN", " 1", "1.", ".5", "90071992547409.920001"])(
    "%j is no amount of money",
    (amount) => {
      expect(() => readMoney({ amount, currencyCode: "EUR" })).toThrow();
    },
  );

  test("an amount written as a Float and read back as the platform prints it is the same amount", () => {
    const minor = fc.integer({ min: 0, max: 99_999_999_99 });
    const currency = fc.constantFrom("EUR", "JPY", "KWD");
    fc.assert(
      fc.property(minor, currency, (amountMinor, currencyCode) => {
        const amount = String(toFloatAmount(amountMinor, currencyCode));
        expect(readMoney({ amount, currencyCode })).toBe(amountMinor);
      }),
    );
  });
});
