import { expect, test } from "vitest";
import { fc, sameDraw } from "#tests/support/property.ts";

test("a property that fails tells the seed that draws the same examples again", () => {
  const drawn: number[] = [];
  const check = () =>
    fc.assert(
      fc.property(fc.integer(), (number) => {
        drawn.push(number);
        expect(number).toBeGreaterThan(Number.POSITIVE_INFINITY);
      }),
      { endOnFailure: true },
    );
  expect(check).toThrow(sameDraw);
  expect(check).toThrow(/Counterexample: \[-?\d+\]/);
  expect(new Set(drawn).size).toBe(1);
});
