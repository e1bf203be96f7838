import { describe, expect, test } from "vitest";
import type { PlanPricing } from "#app/platform/platform-plan-group.ts";
import { describePlan } from "#app/routes/admin/plans/describe-plan.ts";
import { formatsOf } from "#app/ui/format.ts";

const everyTwoWeeks = { unit: "week", count: 2 } as const;
const percent = (percentage: number, cycles: number | null): PlanPricing => ({
  discount: { kind: "percentage", percentage },
  cycles,
});

describe("what shoppers see of a plan", () => {
  test.each<[PlanPricing | null, number | null, string]>([
    [percent(15, 3), 1490, "€12.67 every 2 weeks, 15% off the first 3 deliveries"],
    [percent(15, 1), 1490, "€12.67 every 2 weeks, 15% off the first delivery"],
    [percent(12.5, null), 1000, "€8.75 every 2 weeks, 12.5% off"],
    [percent(15, 3), null, "15% off the first 3 deliveries, every 2 weeks"],
    [percent(100, null), 1490, "€0.00 every 2 weeks, 100% off"],
    [{ discount: null, cycles: null }, 1490, "€14.90 every 2 weeks"],
    [{ discount: null, cycles: null }, null, "Full price every 2 weeks"],
    [
      { discount: { kind: "fixed_amount", amountMinor: 2000, currency: "EUR" }, cycles: null },
      1490,
      "€0.00 every 2 weeks, €20.00 off",
    ],
    [
      { discount: { kind: "fixed_price", amountMinor: 1267, currency: "EUR" }, cycles: 2 },
      1490,
      "€12.67 every 2 weeks for the first 2 deliveries, then full price",
    ],
    [null, 1490, "every 2 weeks, at a price set outside this app"],
  ])("%j of a product for %s: %s", (pricing, productMinor, text) => {
    const where = { kind: "product", currency: "EUR", formats: formatsOf("en") } as const;
    expect(
      describePlan(
        { interval: everyTwoWeeks, deliveryInterval: null, pricing },
        productMinor,
        where,
      ),
    ).toBe(text);
  });

  test("a membership is charged, not delivered", () => {
    const where = { kind: "membership", currency: "JPY", formats: formatsOf("en") } as const;
    const monthly = { unit: "month", count: 1 } as const;
    const view = { interval: monthly, deliveryInterval: null, pricing: percent(15, 3) };
    expect(describePlan(view, 1980, where)).toBe("¥1,683 every month, 15% off the first 3 charges");
  });

  test("a prepaid plan costs what all its deliveries cost, and says how often they come", () => {
    const where = { kind: "product", currency: "EUR", formats: formatsOf("en") } as const;
    const view = {
      interval: { unit: "month", count: 6 },
      deliveryInterval: { unit: "month", count: 1 },
      pricing: percent(10, null),
    } as const;
    expect(describePlan(view, 1490, where)).toBe(
      "€80.46 every 6 months, delivered every month, 10% off",
    );
  });
});
