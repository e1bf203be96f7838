import { describe, expect, test } from "vitest";
import { deliveriesPerCharge, isPrepaid } from "#app/lib/deliveries.ts";
import type { Interval, IntervalUnit } from "#app/lib/zoned-time.ts";
import { fc } from "#tests/support/property.ts";

const LONGER = { day: ["week", 7], month: ["year", 12] } as const;
const times = fc.integer({ min: 1, max: 60 });
const short = fc.constantFrom<"day" | "month">("day", "month");

/** An interval as it is, and in the longer unit where it is a whole number of those. */
function writtenAs({ unit, count }: { unit: "day" | "month"; count: number }): Interval[] {
  const [longer, each] = LONGER[unit];
  const asIs: Interval = { unit, count };
  return count % each === 0 ? [asIs, { unit: longer, count: count / each }] : [asIs];
}

describe("how many deliveries a charge pays for", () => {
  test("is how many times the one interval goes into the other, in whatever units they are written", () => {
    fc.assert(
      fc.property(short, times, times, (unit, count, deliveries) => {
        for (const deliveryInterval of writtenAs({ unit, count })) {
          for (const interval of writtenAs({ unit, count: count * deliveries })) {
            expect(deliveriesPerCharge({ interval, deliveryInterval })).toBe(deliveries);
            expect(isPrepaid({ interval, deliveryInterval })).toBe(deliveries !== 1);
          }
        }
      }),
    );
  });

  test("is nothing where it is no whole number, and where days would be months", () => {
    fc.assert(
      fc.property(short, times, times, (unit, charged, delivered) => {
        fc.pre(charged % delivered !== 0);
        const [interval, deliveryInterval] = [charged, delivered].map((count) => ({ unit, count }));
        if (interval && deliveryInterval) {
          expect(deliveriesPerCharge({ interval, deliveryInterval })).toBeNull();
        }
      }),
    );
    const unlike: [IntervalUnit, IntervalUnit][] = [
      ["month", "day"],
      ["month", "week"],
      ["year", "week"],
      ["week", "month"],
    ];
    for (const [charged, delivered] of unlike) {
      const rhythm = {
        interval: { unit: charged, count: 12 },
        deliveryInterval: { unit: delivered, count: 1 },
      };
      expect(deliveriesPerCharge(rhythm)).toBeNull();
    }
  });
});
