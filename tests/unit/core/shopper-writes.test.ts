import { expect, test } from "vitest";
import { ShopperWrites } from "#app/http/shopper-writes.ts";

test("a shopper changes so much a minute, each shopper of each store by themselves", () => {
  let now = 90_000;
  const writes = new ShopperWrites(3, () => now);
  for (const shopper of [1, 2]) {
    for (const shop of [1n, 2n]) {
      for (let count = 0; count < 3; count += 1) writes.count(shop, shopper);
    }
  }
  for (const late of [90_000, 119_001]) {
    now = late;
    const retryAfterSeconds = late === 90_000 ? 30 : 1;
    expect(() => writes.count(1n, 1)).toThrow(
      expect.objectContaining({ code: "rate_limited", retryAfterSeconds }),
    );
  }
  now = 120_000;
  writes.count(1n, 1);
});
