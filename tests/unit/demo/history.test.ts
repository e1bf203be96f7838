import { expect, test } from "vitest";
import { type ContractPlot, tellContract } from "#devstore/demo/history.ts";
import { SeededRandom } from "#devstore/demo/random.ts";
import { fc } from "#tests/support/property.ts";

const HOUR_MS = 3_600_000;

/** A contract that has lived until now. */
function plotOf(interval: "DAY" | "WEEK" | "MONTH" | "YEAR", startedAt: Date): ContractPlot {
  const policy = { interval, intervalCount: 1 };
  const plan = {
    ...{ billingPolicy: policy, deliveryPolicy: policy },
    pricing: [],
  } as unknown as ContractPlot["plan"];
  const variant = { priceMinor: 1000 } as ContractPlot["variant"];
  const product = {} as ContractPlot["product"];
  return { customerId: 1, plan, product, variant, quantity: 1, startedAt, ending: "active" };
}

test("no charge of a new demo store falls due within its first hour, on whatever day it is made", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("DAY" as const, "WEEK" as const, "MONTH" as const, "YEAR" as const),
      fc.date({ min: new Date("2025-01-01"), max: new Date("2028-01-01"), noInvalidDate: true }),
      // Ages that come out near a whole number of cycles as often as elsewhere.
      fc.integer({ min: 1, max: 730 }),
      fc.integer({ min: -2 * HOUR_MS, max: 2 * HOUR_MS }),
      fc.constantFrom("Europe/Berlin", "America/St_Johns", "Pacific/Auckland"),
      (interval, now, days, offset, zone) => {
        const startedAt = new Date(now.getTime() - days * 24 * HOUR_MS - HOUR_MS * 2 + offset);
        const story = tellContract(new SeededRandom(1), plotOf(interval, startedAt), now, zone);
        expect(story.nextBillingDate.getTime()).toBeGreaterThan(now.getTime() + HOUR_MS);
        expect(story.startedAt.getTime()).toBeGreaterThanOrEqual(startedAt.getTime());
        for (const { at } of story.charges) expect(at.getTime()).toBeLessThanOrEqual(now.getTime());
      },
    ),
  );
});
