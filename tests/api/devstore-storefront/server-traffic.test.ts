import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type PlatformShop, platformShop } from "../devstore/platform-shop.ts";
import { type AppServer, startAppServer } from "./app-server.ts";

let app: AppServer;
let shop: PlatformShop;

beforeAll(async () => {
  app = await startAppServer();
  shop = await platformShop({ app_url: app.url });
});

afterAll(() => app.close());

/** As another system's server asks, and not a shopper's browser. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${inject("devstoreUrl")}${path}`, {
    headers: { "x-forwarded-host": shop.domain, ...headers },
  });

const statusesOf = async (path: string, count: number, headers: Record<string, string> = {}) => {
  const statuses: number[] = [];
  for (let one = 0; one < count; one += 1) statuses.push((await ask(path, headers)).status);
  return statuses;
};

test("a storefront limits nobody until the control says so", async () => {
  expect(await statusesOf("/pages/membership", 20)).not.toContain(429);
});

test("a server that asks for too much gets 429 with when to come back; a browser, the Admin API and the controls do not", async () => {
  await shop.control("server-traffic", { requests_per_minute: 2 });
  expect(await statusesOf("/pages/membership", 3)).toEqual([200, 200, 429]);
  const refused = await ask("/pages/membership");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect(await statusesOf("/pages/membership", 3, { "sec-fetch-site": "none" })).toEqual([
    200, 200, 200,
  ]);
  expect((await shop.admin("{ shop { name } }")).status).toBe(200);
  expect((await shop.look("state")).status).toBe(200);
});

test("requests to the app proxy count only where the control says that they do", async () => {
  await shop.control("server-traffic", { requests_per_minute: 0, counts_proxy: false });
  expect(await statusesOf("/apps/service-api/v1/x", 2)).toEqual([200, 200]);
  await shop.control("server-traffic", { requests_per_minute: 0, counts_proxy: true });
  const before = app.received.length;
  expect(await statusesOf("/apps/service-api/v1/x", 2)).toEqual([429, 429]);
  expect(await statusesOf("/de/apps/service-api/v1/x", 1)).toEqual([429]);
  expect(app.received).toHaveLength(before);
  await shop.control("server-traffic", { requests_per_minute: null });
  expect(await statusesOf("/apps/service-api/v1/x", 1)).toEqual([200]);
});
