import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
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
  shop = await testApp.createShop({ seed: "goods" });
  customer = await loyalCustomer(shop);
});

async function punches(ruleId: bigint): Promise<number> {
  const { body } = await shop.proxy(`/loyalty/rules/${ruleId}`, { cid: customer.cid });
  return body.data.completion_progress.current;
}

const card = () =>
  makeRule(shop, {
    type: "punch_card",
    settings: { required_purchases: 3 },
    reward: { reward_type: "points", points: 5 },
  });

test("an order counts for a punch card once it is sent", async () => {
  const { id } = await card();
  const { body, status } = await shop.control("orders", {
    ...{ cid: customer.cid, lines: [{ variant_id: 7502, quantity: 1 }] },
  });
  expect(status).toBe(200);
  await shop.quiet();
  expect(await punches(id)).toBe(0);
  expect((await shop.control(`orders/${body.order_id}/fulfill`)).status).toBe(200);
  await shop.quiet();
  expect(await punches(id)).toBe(1);
});

test("an order with nothing to send, as one from a till, counts when it is placed", async () => {
  const { id } = await card();
  await customer.order("20.00");
  expect(await punches(id)).toBe(1);
});
