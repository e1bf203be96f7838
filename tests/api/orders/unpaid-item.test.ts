import { afterAll, beforeAll, expect, test } from "vitest";
import { createCreditShopper } from "#tests/support/credit-shopper.ts";
import { creditedMembership } from "#tests/support/membership-credit.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// An item is added to a paid order and never paid. Then all money of the order is paid back, as an amount that names no goods.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const PLANT = { add: [{ variant_id: 7504, quantity: 1 }] };

test("a membership's credit is taken back whole", async () => {
  const shop = await testApp.createShop({ seed: "goods" });
  const member = await creditedMembership(shop);
  const order = await member.renew();
  await shop.quiet();
  await shop.act(`orders/${order}/edit`, PLANT);
  await shop.act(`orders/${order}/refund`, { amount: "15.00" });
  const amounts = (await member.entries()).map(([, amount]) => amount);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(0);
});

test("credit that paid a part comes back whole", async () => {
  const shop = await testApp.createShop({ seed: "goods" });
  const shopper = await createCreditShopper(shop, [1000, null]);
  const order = await shopper.buy((await shopper.hold()).body.code, 2);
  await shop.act(`orders/${order.id}/edit`, PLANT);
  await shop.act(`orders/${order.id}/refund`, { amount: "19.80" });
  expect((await shopper.balance())[0]).toBe(1000);
});
