import { describe, expect, test } from "vitest";
import { formatMinor, formatMinorExactly, parseDecimalToMinor } from "#app/lib/money.ts";
import { fc } from "#tests/support/property.ts";

describe("money", () => {
  test("a decimal text is read exactly, whatever floating point would make of it", () => {
    expect(parseDecimalToMinor("0.29", "EUR")).toBe(29);
    expect(parseDecimalToMinor("1.10", "EUR")).toBe(110);
    expect(parseDecimalToMinor("-12.5", "EUR")).toBe(-1250);
    expect(parseDecimalToMinor("90071992547409.91", "EUR")).toBe(9007199254740991);
  });

  test("a currency's own number of decimals counts, and zeros beyond it do no harm", () => {
    expect(parseDecimalToMinor("1250", "JPY")).toBe(1250);
    expect(parseDecimalToMinor("1250.00", "JPY")).toBe(1250);
    expect(parseDecimalToMinor("1250.5", "JPY")).toBeNull();
    expect(parseDecimalToMinor("1.234", "KWD")).toBe(1234);
    expect(parseDecimalToMinor("1.234", "EUR")).toBeNull();
  });

  test.each(["", " ", "1e2", "1.", ".5", "+1", "NaN", "1,5", "0x10", "90071992547409.92"])(
    "%j is no amount",
    (text) => expect(parseDecimalToMinor(text, "EUR")).toBeNull(),
  );

  test("minus zero is zero", () => {
    expect(Object.is(parseDecimalToMinor("-0.00", "EUR"), 0)).toBe(true);
    expect(formatMinor(0, "EUR")).toBe("0.00");
  });

  test("writing and reading again gives the same amount, in every currency", () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.constantFrom("EUR", "JPY", "KWD", "USD", "HUF"),
        (minor, currency) => {
          expect(parseDecimalToMinor(formatMinor(minor, currency), currency)).toBe(minor);
        },
      ),
    );
  });

  test("answers have two decimals, or three where the currency has them, and lose nothing", () => {
    expect(formatMinorExactly(1250, "JPY")).toBe("1250.00");
    expect(formatMinorExactly(12_505, "KWD")).toBe("12.505");
    expect(formatMinorExactly(-5, "EUR")).toBe("-0.05");
    expect(formatMinorExactly(129_950, "HUF")).toBe("1299.50");
  });
});
