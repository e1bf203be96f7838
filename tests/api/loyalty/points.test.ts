import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { saveRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { countAgain, type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The stand-in's prices hold 19% tax: 119.00 is 100.00 net.

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: "Europe/Berlin" });
  customer = await loyalCustomer(shop);
});

const perEuro = (rate: number, more = {}) =>
  makeRule(shop, {
    type: "points_for_purchases",
    settings: { points_per_dollar: rate, include_renewals: false, ...more },
  });

async function entries() {
  const { db, shop: row } = await shop.context();
  const found = await db.prisma.creditEntry.findMany({
    where: { shopId: row.id, unit: "points" },
    orderBy: { id: "asc" },
  });
  return found.map(({ amountMinor, status, message }) => ({
    amount: Number(amountMinor),
    status,
    message,
  }));
}

async function spend(points: number) {
  const posted = await postCredit(await shop.context(), {
    ...{ customerId: await customer.id(), unit: "points", amountMinor: -points },
    ...{ typeCode: 4, message: "Spent" },
  });
  expect(posted.outcome).toBe("posted");
}

async function pass(duration: string) {
  await shop.control("clock", { advance: duration });
  await shop.quiet();
}

describe("points for purchases", () => {
  test("wait for the end of the return window, and can be spent then", async () => {
    await perEuro(1.5);
    await customer.order("40.00");
    expect(await customer.points()).toEqual({ available: 0, pending: 50, owed: 0 });
    await pass("P13D");
    expect(await customer.points()).toMatchObject({ available: 0, pending: 50 });
    await pass("P2D");
    expect(await customer.points()).toEqual({ available: 50, pending: 0, owed: 0 });
    expect((await entries()).filter(({ status }) => status === 0)).toMatchObject([{ amount: 50 }]);
  });

  test("are taken back by refunds in their share, and no more than they gave", async () => {
    await perEuro(1);
    const order = await customer.order("119.00");
    await shop.control(`orders/${order}/refund`, { amount: "29.75" });
    await shop.quiet();
    expect(await customer.points()).toEqual({ available: 0, pending: 75, owed: 0 });
    await pass("P15D");
    expect(await customer.points()).toEqual({ available: 75, pending: 0, owed: 0 });
    await shop.control(`orders/${order}/refund`, { amount: "29.75" });
    await shop.quiet();
    expect(await customer.points()).toEqual({ available: 50, pending: 0, owed: 0 });
    await shop.control(`orders/${order}/refund`, {});
    await shop.quiet();
    expect(await customer.points()).toEqual({ available: 0, pending: 0, owed: 0 });
  });

  test("that are spent when their order is refunded are owed, and the next ones pay the debt", async () => {
    await perEuro(1);
    const order = await customer.order("95.20");
    await pass("P15D");
    await spend(70);
    await shop.control(`orders/${order}/refund`, {});
    await shop.quiet();
    expect(await customer.points()).toEqual({ available: 0, pending: 0, owed: 70 });
    await customer.order("119.00");
    await pass("P15D");
    expect(await customer.points()).toEqual({ available: 30, pending: 0, owed: 0 });
    const counting = (await entries()).filter(({ status }) => status === 0);
    expect(counting.reduce((sum, { amount }) => sum + amount, 0)).toBe(30);
    await spend(30);
    expect(await customer.points()).toMatchObject({ available: 0 });
  });

  test("come back when a dispute about their order is won", async () => {
    await perEuro(1);
    const order = await customer.order("47.60");
    await pass("P15D");
    await shop.control(`orders/${order}/dispute`);
    await shop.quiet();
    expect(await customer.points()).toEqual({ available: 0, pending: 0, owed: 0 });
    await shop.control(`orders/${order}/dispute`, { status: "won" });
    await shop.quiet();
    expect(await customer.points()).toEqual({ available: 40, pending: 0, owed: 0 });
  });

  test("go by the rule as it was when the order was placed", async () => {
    const rule = await perEuro(1);
    await customer.order("11.90");
    await shop.control("clock", { advance: "PT1H" });
    const saved = await saveRule(await shop.context(), {
      ruleId: rule.id,
      version: rule.updatedAt.toISOString(),
      input: {
        ...{ type: "points_for_purchases", name: "Double", status: "active" },
        ...{ settings: { points_per_dollar: 2 }, startDate: "2020-01-01" },
      },
    });
    expect(saved.outcome).toBe("saved");
    await countAgain(shop, customer);
    expect(await customer.points()).toMatchObject({ pending: 10 });
    await shop.control("clock", { advance: "PT1H" });
    await customer.order("11.90");
    expect(await customer.points()).toMatchObject({ pending: 30 });
  });

  test("are given once, however often and by how many at once they are counted", async () => {
    await perEuro(1);
    await shop.control("webhooks", { duplicate: 3, reorder: true });
    await customer.order("14.28");
    await Promise.all(Array.from({ length: 16 }, () => countAgain(shop, customer)));
    expect(await customer.points()).toMatchObject({ pending: 12 });
  });

  test("are given for no order below the least amount, no test and no canceled order", async () => {
    await perEuro(1, { minimum_order: 50 });
    await customer.order("59.00");
    await customer.order("70.00", { test: true });
    const cancelled = await customer.order("60.00");
    await shop.control(`orders/${cancelled}/cancel`);
    await shop.quiet();
    expect(await customer.points()).toEqual({ available: 0, pending: 0, owed: 0 });
  });
});
