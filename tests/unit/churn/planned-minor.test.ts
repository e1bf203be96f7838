import { describe, expect, test } from "vitest";
import { plannedMinor } from "#app/domain/churn/activation/leaving-discounts.ts";

const leavesAt = new Date("2026-03-02T12:00:00Z");
const after = new Date("2026-03-10T12:00:00Z");
const half = { gid: "discount", leavesAt, fullMinor: 1500, reducedMinor: 750 };

const row = (nextChargeMinor: number) => ({
  ...{ nextChargeMinor: BigInt(nextChargeMinor), priceMinor: 1500n, deliveryMinor: 490n },
});

describe("a charge to come while a discount is in its grace", () => {
  test("comes to the full price and its delivery once the discount has left", () => {
    expect(plannedMinor(row(750 + 490), after, [half])).toBe(1990);
    expect(plannedMinor(row(490), after, [{ ...half, reducedMinor: 0 }])).toBe(1990);
  });

  test("comes to what other percentages leave of it", () => {
    expect(plannedMinor(row(600 + 490), after, [half])).toBe(1200 + 490);
  });

  test("stays as it is before that, and where the discount was used up", () => {
    const before = new Date(leavesAt.getTime() - 1);
    expect(plannedMinor(row(750 + 490), before, [half])).toBe(1240);
    expect(plannedMinor(row(1990), after, [half])).toBe(1990);
    expect(plannedMinor(row(1240), null, [half])).toBe(1240);
  });
});
