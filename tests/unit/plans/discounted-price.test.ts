import { describe, expect, test } from "vitest";
import { discountedPrice } from "#app/domain/plans/prices/discounted-price.ts";
import type { PlanDiscount } from "#app/platform/platform-plan-group.ts";
import { planPrice } from "#devstore/orders/price-checkout.ts";
import type { DevSellingPlan } from "#devstore/state/catalog.ts";
import { fc } from "../../support/property.ts";

const percent = (percentage: number): PlanDiscount => ({ kind: "percentage", percentage });

/** What the development store sells a piece for by a plan with this percentage. */
function soldFor(priceMinor: number, percentage: number): number {
  const policy = { afterCycle: null, adjustmentType: "PERCENTAGE", adjustmentValue: percentage };
  const monthly = { interval: "MONTH", intervalCount: 1 };
  const policies = { billingPolicy: monthly, deliveryPolicy: monthly };
  return planPrice(priceMinor, { ...policies, pricing: [policy] } as unknown as DevSellingPlan);
}

describe("what a piece costs with a plan", () => {
  test("is its price less the percentage, half a unit up", () => {
    expect(discountedPrice(1990, percent(15))).toBe(1692);
    // 10.75 less 6 % is 10.105, which binary fractions make a little less.
    expect(discountedPrice(1075, percent(6))).toBe(1011);
    expect(soldFor(1075, 6)).toBe(1011);
  });

  test("is a fixed price, or less by an amount and never below nothing", () => {
    const currency = "EUR";
    expect(discountedPrice(1990, { kind: "fixed_price", amountMinor: 1500, currency })).toBe(1500);
    expect(discountedPrice(1990, { kind: "fixed_amount", amountMinor: 500, currency })).toBe(1490);
    expect(discountedPrice(300, { kind: "fixed_amount", amountMinor: 500, currency })).toBe(0);
  });

  test("is the same in the development store, for any price and percentage of two decimals", () => {
    const prices = fc.nat(100_000_000);
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 10_000 }), (priceMinor, hundredths) => {
        const kept = BigInt(priceMinor) * BigInt(10_000 - hundredths);
        const expected = Number((kept * 2n + 10_000n) / 20_000n);
        expect(discountedPrice(priceMinor, percent(hundredths / 100))).toBe(expected);
        expect(soldFor(priceMinor, hundredths / 100)).toBe(expected);
      }),
    );
  });
});
