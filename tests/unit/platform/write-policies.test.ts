import { describe, expect, test } from "vitest";
import {
  type ContractPolicies,
  lostDays,
  writePolicies,
} from "#app/platform/shopify/contracts/write-policies.ts";
import { fc } from "#tests/support/property.ts";

// Whatever interval a contract is given: what one payment brings for its price stays.

type Unit = "day" | "week" | "month" | "year";
type Anchor = ContractPolicies["billingPolicy"]["anchors"][number];

const UNITS = ["day", "week", "month", "year"] as const satisfies Unit[];
const unit = fc.constantFrom<Unit>(...UNITS);
const count = fc.integer({ min: 1, max: 24 });
const days = fc.array(fc.integer({ min: 1, max: 28 }), { maxLength: 2 });

const anchorsOf = (of: Unit, on: number[]): Anchor[] => {
  if (of === "day") return [];
  const type = of === "week" ? "WEEKDAY" : of === "month" ? "MONTHDAY" : "YEARDAY";
  const month = of === "year" ? 6 : null;
  return on.map((day) => ({
    type,
    day: type === "WEEKDAY" ? (day % 7) + 1 : day,
    month,
    cutoffDay: 2,
  }));
};

/** A contract whose payment brings so many deliveries. */
function contractOf(of: Unit, each: number, deliveries: number, on: number[]): ContractPolicies {
  const interval = of.toUpperCase() as "MONTH";
  const limits = { minCycles: 2, maxCycles: 9 };
  return {
    billingPolicy: {
      ...{ interval, intervalCount: each * deliveries, ...limits },
      anchors: anchorsOf(of, on),
    },
    deliveryPolicy: { interval, intervalCount: each, anchors: anchorsOf(of, on.toReversed()) },
  };
}

describe("another interval of a contract", () => {
  test("is both its charges' and its deliveries', with its limits, and with its fixed days where the unit stays", () => {
    fc.assert(
      fc.property(unit, count, days, unit, count, (of, each, on, toUnit, toCount) => {
        const present = contractOf(of, each, 1, on);
        const written = writePolicies({ unit: toUnit, count: toCount }, present);
        const to = { interval: toUnit.toUpperCase(), intervalCount: toCount };
        expect(written.billingPolicy).toMatchObject({ ...to, minCycles: 2, maxCycles: 9 });
        expect(written.deliveryPolicy).toMatchObject(to);
        const kept = [written.billingPolicy.anchors, written.deliveryPolicy.anchors];
        const before = [present.billingPolicy.anchors, present.deliveryPolicy.anchors];
        const lost = lostDays(toUnit, present);
        // Either they are still there, or they are named, so that they can come back.
        expect(lost ? [lost.billing, lost.delivery] : kept).toEqual(before);
        expect(lost === null || of !== toUnit).toBe(true);
      }),
    );
  });

  test("gives lost fixed days back as they were", () => {
    fc.assert(
      fc.property(unit, count, days, unit, (of, each, on, toUnit) => {
        const present = contractOf(of, each, 1, on);
        const changed = { ...contractOf(toUnit, 1, 1, []) };
        const lost = lostDays(toUnit, present);
        fc.pre(lost !== null);
        const back = writePolicies({ unit: of, count: each }, changed, lost);
        expect([back.billingPolicy.anchors, back.deliveryPolicy.anchors]).toEqual([
          present.billingPolicy.anchors,
          present.deliveryPolicy.anchors,
        ]);
      }),
    );
  });

  test("is refused where one payment brings several deliveries, whichever interval it is", () => {
    const several = fc.integer({ min: 2, max: 24 });
    fc.assert(
      fc.property(unit, count, several, unit, count, (of, each, deliveries, toUnit, toCount) => {
        const present = contractOf(of, each, deliveries, []);
        const write = () => writePolicies({ unit: toUnit, count: toCount }, present);
        expect(write).toThrow(/prepaid/);
      }),
    );
  });
});
