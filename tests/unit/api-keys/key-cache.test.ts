import { describe, expect, test } from "vitest";
import type { RecognizedKey } from "#app/domain/api-keys/find-api-keys.ts";
import { MAX_STALENESS_MS } from "#app/domain/shops/access-change.ts";
import { KeyCache } from "#app/http/key-cache.ts";

const keyOf = (shopId: bigint, expiresAt: Date | null = null): RecognizedKey => ({
  keyId: 1n,
  name: "Key",
  scopes: [],
  expiresAt,
  shop: {
    id: shopId,
    domain: "store.myshopify.com",
    name: "Store",
    contactEmail: "store@example.com",
    ianaTimezone: "UTC",
    currency: "EUR",
    taxesOnTop: false,
    plan: "growth",
    status: "active",
    isDevelopment: false,
    installedAt: new Date(0),
    clockOffsetMs: 0,
    hasSetAside: false,
    proxyPath: "/apps/service-api",
  },
});

const remember = (cache: KeyCache, at: number, key = keyOf(1n)) =>
  cache.startReading(at)("secret", key);

describe("remembered keys", () => {
  test("without a listener a key counts for a short time after it was read", () => {
    const cache = new KeyCache({ epoch: 0, provenAt: Number.NEGATIVE_INFINITY });
    remember(cache, 1_000);
    expect(cache.get("secret", 1_000 + MAX_STALENESS_MS - 1, 0)).not.toBeNull();
    expect(cache.get("secret", 1_000 + MAX_STALENESS_MS, 0)).toBeNull();
  });

  test("each proof of an unbroken connection prolongs it", () => {
    const listener = { epoch: 1, provenAt: 0 };
    const cache = new KeyCache(listener);
    remember(cache, 0);
    listener.provenAt = 5_000;
    expect(cache.get("secret", 5_000 + MAX_STALENESS_MS - 1, 0)).not.toBeNull();
    expect(cache.get("secret", 5_000 + MAX_STALENESS_MS, 0)).toBeNull();
    listener.provenAt = 6_000;
    expect(cache.get("secret", 6_000, 0)).not.toBeNull();
    listener.epoch = 2;
    expect(cache.get("secret", 6_000, 0)).toBeNull();
  });

  test("a key that is read before the listener listens is not prolonged by it", () => {
    const listener = { epoch: 0, provenAt: Number.NEGATIVE_INFINITY };
    const cache = new KeyCache(listener);
    remember(cache, 0);
    Object.assign(listener, { epoch: 1, provenAt: 1_000 });
    expect(cache.get("secret", 1_000, 0)).toBeNull();
  });

  test("an answer that was under way when something changed is not remembered", () => {
    const cache = new KeyCache({ epoch: 1, provenAt: 0 });
    const remembers = cache.startReading(0);
    cache.forgetShop(2n);
    remembers("secret", keyOf(1n));
    expect(cache.get("secret", 0, 0)).toBeNull();
  });

  test("a key is forgotten with its store, at its end, and after half a minute", () => {
    const cache = new KeyCache({ epoch: 1, provenAt: 30_000 });
    remember(cache, 0);
    expect(cache.get("secret", 29_999, 0)).not.toBeNull();
    expect(cache.get("secret", 30_000, 0)).toBeNull();
    remember(cache, 30_000, keyOf(1n, new Date(5_000)));
    expect(cache.get("secret", 30_000, 4_999)).not.toBeNull();
    expect(cache.get("secret", 30_000, 5_000)).toBeNull();
    cache.forgetShop(2n);
    expect(cache.get("secret", 30_000, 0)).not.toBeNull();
    cache.forgetShop(1n);
    expect(cache.get("secret", 30_000, 0)).toBeNull();
  });

  test("an unknown key is not remembered, and ends what was", () => {
    const cache = new KeyCache({ epoch: 1, provenAt: 0 });
    remember(cache, 0);
    cache.startReading(0)("secret", null);
    expect(cache.get("secret", 0, 0)).toBeNull();
  });
});
