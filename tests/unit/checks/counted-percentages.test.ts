import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Two places that round a percentage of an amount differ by a cent one day: what is promised is not what is charged then.

/** Each counts one kind of price: a contract's lines with their discounts, a plan's price, a price that changes. */
const COUNTING = [
  "app/domain/plans/prices/discounted-price.ts",
  "app/domain/price-changes/new-price.ts",
  "app/domain/subscriptions/charges/discounted-lines.ts",
];

const ROUNDED_PERCENTAGE = /Math\.\w+\([^\n]*percent/i;

test("each kind of price that a percentage changes is counted in one place", () => {
  const counting = globSync(["app/**/*.{ts,tsx}", "storefront/**/*.ts", "scripts/**/*.ts"])
    .filter((path) => !path.startsWith("app/generated/"))
    .filter((path) => ROUNDED_PERCENTAGE.test(readFileSync(path, "utf8")));
  expect(counting.sort()).toEqual(COUNTING);
});
