import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LoyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { newPerson } from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A card that an order had filled is filled by a later one, because an order was refunded.

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  customer = await newPerson(shop);
});

const card = (required_purchases: number) =>
  makeRule(shop, {
    ...{ type: "punch_card", settings: { required_purchases } },
    reward: { reward_type: "points", points: 10 },
  });

async function pass(duration: string) {
  await shop.control("clock", { advance: duration });
  await shop.quiet();
}

async function refund(order: number) {
  await shop.control(`orders/${order}/refund`, {});
  await shop.quiet();
}

async function ordersOfEntries() {
  const { db, shop: row } = await shop.context();
  const entries = await db.prisma.creditEntry.findMany({
    where: { shopId: row.id, unit: "points", amountMinor: { gt: 0 } },
    orderBy: { id: "asc" },
  });
  return entries.map(({ orderName }) => orderName);
}

test("the points wait for the return window of the order that fills it now, and name it", async () => {
  await card(1);
  const first = await customer.order("20.00");
  await pass("P20D");
  expect(await customer.points()).toEqual({ available: 10, pending: 0, owed: 0 });
  await refund(first);
  expect(await customer.points()).toEqual({ available: 0, pending: 0, owed: 0 });
  await customer.order("20.00");
  expect(await customer.points()).toEqual({ available: 0, pending: 10, owed: 0 });
  const orders = await ordersOfEntries();
  expect(orders.at(-1)).not.toBe(orders[0]);
  await pass("P13D");
  expect(await customer.points()).toEqual({ available: 0, pending: 10, owed: 0 });
  await pass("P2D");
  expect(await customer.points()).toEqual({ available: 10, pending: 0, owed: 0 });
});

test("points that still wait wait for the later order", async () => {
  await card(2);
  const first = await customer.order("20.00");
  await customer.order("20.00");
  await pass("P10D");
  await customer.order("20.00");
  await refund(first);
  expect(await customer.points()).toEqual({ available: 0, pending: 10, owed: 0 });
  await pass("P5D");
  expect(await customer.points()).toEqual({ available: 0, pending: 10, owed: 0 });
  await pass("P10D");
  expect(await customer.points()).toEqual({ available: 10, pending: 0, owed: 0 });
});

test("a reward that was taken back and is due again is given once", async () => {
  await card(2);
  const first = await customer.order("20.00");
  await customer.order("20.00");
  await refund(first);
  expect(await customer.points()).toEqual({ available: 0, pending: 0, owed: 0 });
  await pass("P1D");
  await customer.order("20.00");
  expect(await customer.points()).toEqual({ available: 0, pending: 10, owed: 0 });
  await pass("P20D");
  expect(await customer.points()).toEqual({ available: 10, pending: 0, owed: 0 });
});
