import { expect, test } from "vitest";
import { ShopperWrites } from "#app/http/shopper-writes.ts";

const WINDOWS = [
  { name: "a minute", ms: 60_000, most: 3 },
  { name: "an hour", ms: 3_600_000, most: 5 },
];
const late = (retryAfterSeconds: number) =>
  expect.objectContaining({ code: "rate_limited", retryAfterSeconds });

test("a shopper changes so much a minute and so much an hour, each shopper of each store by themselves", () => {
  let now = 90_000;
  const writes = new ShopperWrites(WINDOWS, () => now);
  for (const shopper of [1, 2]) {
    for (const shop of [1n, 2n]) {
      for (let count = 0; count < 3; count += 1) writes.count(shop, shopper);
    }
  }
  expect(() => writes.count(1n, 1)).toThrow(late(30));
  now = 119_001;
  expect(() => writes.count(1n, 1)).toThrow(late(1));
  now = 120_000;
  writes.count(1n, 1);
  writes.count(1n, 1);
  expect(() => writes.count(1n, 1)).toThrow(late(3480));
  writes.count(1n, 2);
  now = 3_600_000;
  for (let count = 0; count < 3; count += 1) writes.count(1n, 1);
});
