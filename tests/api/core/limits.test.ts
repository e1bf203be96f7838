import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop, type TestShopOptions } from "#tests/support/test-shop.ts";
import { withinOneMinute } from "#tests/support/within-one-minute.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(async () => {
  await testApp.close();
});

const call = (shop: TestShop, path = "/api/v1/subscriptions/sub_1", key = shop.key) =>
  callJson(`${testApp.url}${path}`, { headers: { authorization: `Bearer ${key}` } });

/** Works on a fresh store within one minute of the clock. */
function onFreshStore<T>(
  options: TestShopOptions,
  work: (shop: TestShop) => Promise<T>,
): Promise<T> {
  return withinOneMinute(() => testApp.createShop(options), work);
}

describe("limits of the core REST API", () => {
  test("a starter store gets 60 requests a minute, all at once or not, and not one more", async () => {
    const answers = await onFreshStore({ plan: "starter" }, (shop) =>
      Promise.all(Array.from({ length: 64 }, () => call(shop))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ error: { code: "rate_limited", message: expect.any(String) } });
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused?.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    const remaining = answers
      .filter(({ status }) => status === 404)
      .map(({ headers }) => Number(headers.get("x-ratelimit-remaining")));
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at));
  });

  test("the headers describe the window", async () => {
    const { headers } = await onFreshStore({ plan: "growth" }, (shop) => call(shop));
    expect(headers.get("x-ratelimit-limit")).toBe("120");
    expect(headers.get("x-ratelimit-remaining")).toBe("119");
    const reset = Number(headers.get("x-ratelimit-reset"));
    expect(reset % 60).toBe(0);
    expect(reset - Date.now() / 1000).toBeLessThanOrEqual(60);
    expect(headers.get("ratelimit-policy")).toBe('"minute";q=120;w=60');
    expect(headers.get("ratelimit")).toMatch(/^"minute";r=119;t=\d+$/);
  });

  test("the day counts too, in the store's zone", async () => {
    const shop = await testApp.createShop({ plan: "starter", timezone: "Pacific/Kiritimati" });
    await call(shop);
    const { db, shop: row } = await shop.context();
    await db.prisma.rateLimitWindow.updateMany({
      where: { shopId: row.id, windowKind: "day" },
      data: { used: 9_999n },
    });
    const last = await call(shop);
    expect(last.headers.get("x-ratelimit-limit")).toBe("10000");
    expect(last.headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await call(shop)).status).toBe(429);
    const day = await db.prisma.rateLimitWindow.findFirstOrThrow({
      where: { shopId: row.id, windowKind: "day" },
    });
    expect(day.used).toBe(10_000n);
    expect(new Date(day.windowStart).toISOString()).toMatch(/T10:00:00\.000Z$/);
  });

  test("a request that fails authentication does not count", async () => {
    const shop = await testApp.createShop({ plan: "starter" });
    await call(shop, undefined, "pk_live_nonsense");
    const { db, shop: row } = await shop.context();
    expect(await db.prisma.rateLimitWindow.count({ where: { shopId: row.id } })).toBe(0);
  });

  test("an address that does not exist, and a method that does not, are 404 in the API's own shape", async () => {
    const shop = await testApp.createShop();
    expect(await call(shop, "/api/v1/nothing")).toMatchObject({
      status: 404,
      body: { error: { code: "not_found" } },
    });
    const { status } = await callJson(`${testApp.url}/api/v1/subscriptions/sub_1`, {
      method: "DELETE",
    });
    expect(status).toBe(404);
  });
});
