import { describe, expect, test } from "vitest";
import {
  discountedGoods,
  discountedLines,
  type LineDiscount,
  type PricedLine,
} from "#app/domain/subscriptions/charges/discounted-lines.ts";
import { priceTerms } from "#devstore/contracts/price-terms.ts";
import type { DevDiscount, DevLine } from "#devstore/state/contract.ts";
import { fc } from "../../support/property.ts";

const percent = (percentage: number): LineDiscount => ({
  value: { kind: "percentage", percentage },
  appliesOnEachItem: false,
});
const amount = (amountMinor: number, appliesOnEachItem = false): LineDiscount => ({
  value: { kind: "fixed_amount", amountMinor, currency: "EUR" },
  appliesOnEachItem,
});
const one = (priceMinor: number) => ({ quantity: 1, priceMinor });

const lines = fc.array(
  fc.record({ quantity: fc.integer({ min: 1, max: 99 }), priceMinor: fc.nat(100_000_000) }),
  { minLength: 1, maxLength: 6 },
);
const discounts = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 100 }).map(percent),
    fc.tuple(fc.nat(1_000_000_000), fc.boolean()).map(([minor, each]) => amount(minor, each)),
  ),
  { maxLength: 4 },
);

describe("what lines cost with a discount", () => {
  test("is the sum of the lines, each cut to whole minor units, not a share of their sum", () => {
    expect(discountedLines([one(1267), one(2287)], [percent(20)])).toEqual([1014, 1830]);
    expect(discountedGoods([one(1267), one(2287)], [percent(20)])).toBe(2844);
  });

  test("is cut for each piece of a line", () => {
    // 15 % of 9.99 is 1.4985: 1.49 off each of three.
    expect(discountedGoods([{ quantity: 3, priceMinor: 999 }], [percent(15)])).toBe(2550);
    expect(discountedGoods([{ quantity: 3, priceMinor: 1 }], [percent(50)])).toBe(3);
  });

  test("follows the discounts in their order, each on what is left", () => {
    expect(discountedGoods([one(1000)], [amount(300), percent(50)])).toBe(350);
    expect(discountedGoods([one(1000)], [percent(50), amount(300)])).toBe(200);
  });

  test("loses no cent of an amount that several lines share", () => {
    expect(discountedLines([one(1000), one(1000), one(1000)], [amount(1000)])).toEqual([
      666, 667, 667,
    ]);
    expect(discountedLines([one(300), one(0)], [amount(9999)])).toEqual([0, 0]);
  });

  test("takes an amount for each piece off every piece, and no line below nothing", () => {
    const some = [{ quantity: 2, priceMinor: 1000 }, one(100)];
    expect(discountedLines(some, [amount(300, true)])).toEqual([1400, 0]);
  });

  test("is cut from a single piece's price for any percentage, price and quantity", () => {
    const percentages = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(lines, percentages, (some, percentage) => {
        const expected = some.map(({ quantity, priceMinor }) => {
          const off = (BigInt(priceMinor) * BigInt(percentage)) / 100n;
          return Number((BigInt(priceMinor) - off) * BigInt(quantity));
        });
        expect(discountedLines(some, [percent(percentage)])).toEqual(expected);
      }),
    );
  });

  test("loses exactly a shared amount, as far as there is so much, and each line about its share", () => {
    fc.assert(
      fc.property(lines, fc.nat(20_000_000_000), (some, minor) => {
        const full = some.map(({ quantity, priceMinor }) => quantity * priceMinor);
        const whole = full.reduce((sum, line) => sum + line, 0);
        const left = discountedLines(some, [amount(minor)]);
        expect(left.reduce((sum, line) => sum + line, 0)).toBe(Math.max(0, whole - minor));
        for (const [at, line] of left.entries()) {
          expect(line).toBeGreaterThanOrEqual(0);
          const off = (full[at] ?? 0) - line;
          const share = whole === 0 ? 0 : (Math.min(minor, whole) / whole) * (full[at] ?? 0);
          expect(Math.abs(off - share)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("is what the development store charges, for any lines and discounts", () => {
    fc.assert(
      fc.property(lines, discounts, (some, off) => {
        const priced = priceTerms({
          lines: some.map(asDevLine),
          discounts: off.map(asDevDiscount),
          deliveryPriceMinor: 0,
        });
        expect(discountedLines(some, off)).toEqual(
          priced.lines.map(({ discountedMinor }) => discountedMinor),
        );
      }),
    );
  });
});

function asDevLine({ quantity, priceMinor }: PricedLine, at: number): DevLine {
  return { id: String(at), quantity, currentPriceMinor: priceMinor } as DevLine;
}

function asDevDiscount({ value, appliesOnEachItem }: LineDiscount, at: number) {
  return {
    ...{ id: String(at), targetType: "LINE_ITEM", entitledLineIds: null, rejectionReason: null },
    ...{ recurringCycleLimit: null, usageCount: 0 },
    value:
      value.kind === "percentage"
        ? { type: "percentage", percentage: value.percentage }
        : { type: "fixed_amount", amountMinor: value.amountMinor, appliesOnEachItem },
  } as DevDiscount;
}
