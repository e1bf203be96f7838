import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  customer = await loyalCustomer(shop);
  await makeRule(shop, { type: "create_account", reward: { reward_type: "points", points: 50 } });
});

const balance = async () => (await customer.points()).available;
const visit = (path = `/loyalty/customers/${customer.cid}`) =>
  shop.proxy(path, { cid: customer.cid });

test("the first visit of a customer who is signed in is rewarded at once, and only the first", async () => {
  const first = await visit();
  expect(first.body.data.points_balance).toBe(50);
  await visit();
  await visit("/loyalty/rules");
  await shop.quiet();
  expect(await balance()).toBe(50);
});

test.each(["/loyalty/rules", "/storefront/store-credit"])("%s is a visit", async (path) => {
  expect((await visit(path)).status).toBe(200);
  expect(await balance()).toBe(50);
});

test("neither a visit without signing in nor somebody else's is the customer's", async () => {
  const other = await loyalCustomer(shop);
  expect((await shop.proxy("/loyalty/rules")).status).toBe(200);
  expect((await shop.proxy(`/loyalty/customers/${customer.cid}`, { cid: other.cid })).status).toBe(
    403,
  );
  await shop.quiet();
  expect(await balance()).toBe(0);
});

test("a page that a browser asks for ahead is no visit", async () => {
  const query = signProxyQuery(
    {},
    {
      ...{ shop: shop.domain, secret: testApp.environment.SHOPIFY_API_SECRET },
      customerId: customer.cid,
    },
  );
  for (const path of [`loyalty/customers/${customer.cid}`, "storefront/store-credit"]) {
    const { status } = await fetch(`${testApp.url}/proxy/v1/${path}?${query}`, {
      headers: { "sec-purpose": "prefetch;prerender" },
    });
    expect(status).toBe(200);
  }
  await shop.quiet();
  expect(await balance()).toBe(0);
  await visit();
  expect(await balance()).toBe(50);
});

test("sixteen visits at once are rewarded once", async () => {
  await Promise.all(Array.from({ length: 16 }, () => visit()));
  await shop.quiet();
  expect(await balance()).toBe(50);
});
