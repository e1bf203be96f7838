import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { passTime, pointsOf } from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The stand-in's prices hold 19% tax: 119.00 is 100.00 net. Points for purchases have a test of their own.

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
  await shop.control("webhooks", { duplicate: 2, reorder: true });
});

const rule = (
  type: string,
  settings: object,
  reward: object = { reward_type: "points", points: 10 },
) => makeRule(shop, { type, settings, reward });

async function progress(ruleId: bigint) {
  const { body } = await shop.proxy(`/loyalty/rules/${ruleId}`, { cid: customer.cid });
  return body.data.completion_progress.current;
}

async function refund(order: number, amount?: string) {
  const { status } = await shop.control(`orders/${order}/refund`, amount ? { amount } : {});
  expect(status).toBe(200);
  await shop.quiet();
}

test("lifetime points are what was kept, however often a part was paid back, and each line names its order", async () => {
  await makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 } });
  const lifetime = async () => {
    const path = `/loyalty/customers/${customer.cid}`;
    return (await shop.proxy(path, { cid: customer.cid })).body.data.lifetime_points;
  };
  const kept = await customer.order("119.00");
  const gone = await customer.order("59.50");
  await refund(kept, "11.90");
  await refund(kept, "11.90");
  await passTime(shop, "P15D");
  expect([await lifetime(), await pointsOf(customer)]).toEqual([130, 130]);
  await refund(kept, "23.80");
  await shop.control(`orders/${gone}/cancel`);
  await shop.quiet();
  expect([await lifetime(), await pointsOf(customer)]).toEqual([60, 60]);
  const { db, shop: row } = await shop.context();
  const lines = await db.prisma.creditEntry.findMany({
    where: { shopId: row.id, unit: "points", typeCode: 12 },
  });
  expect(lines.length).toBeGreaterThan(2);
  for (const { message, orderName } of lines) {
    expect(orderName).toMatch(/^#\d+$/);
    expect(message).toContain(`order ${orderName}`);
  }
});

test("a punch stays while what is left of its order is enough", async () => {
  const card = { required_purchases: 2, minimum_order_amount: 50 };
  const { id } = await rule("punch_card", card);
  const first = await customer.order("119.00");
  expect([await progress(id), await pointsOf(customer)]).toEqual([1, 0]);
  await customer.order("119.00");
  expect([await progress(id), await pointsOf(customer)]).toEqual([0, 10]);
  await refund(first, "35.70");
  expect([await progress(id), await pointsOf(customer)]).toEqual([0, 10]);
  await refund(first, "35.70");
  expect([await progress(id), await pointsOf(customer)]).toEqual([1, 0]);
  await refund(first);
  expect([await progress(id), await pointsOf(customer)]).toEqual([1, 0]);
  await customer.order("119.00");
  expect([await progress(id), await pointsOf(customer)]).toEqual([0, 10]);
});

test("a card without a least amount loses the punch of an order that was paid back in full", async () => {
  const { id } = await rule("punch_card", { required_purchases: 2 });
  const first = await customer.order("20.00");
  await refund(first, "10.00");
  expect(await progress(id)).toBe(1);
  await refund(first);
  expect(await progress(id)).toBe(0);
});

test("a goal in one order is missed once too much of it was paid back", async () => {
  await rule("goal_spend", { goal_amount: 60 });
  const order = await customer.order("119.00");
  await refund(order, "47.60");
  expect(await pointsOf(customer)).toBe(10);
  await refund(order, "0.02");
  expect(await pointsOf(customer)).toBe(0);
});

test("a goal in a time goes down by what was paid back, and is reached again by another order", async () => {
  const { id } = await rule("goal_spend", { goal_amount: 100, period: "lifetime" });
  const order = await customer.order("71.40");
  expect(await progress(id)).toBe(60);
  await customer.order("59.50");
  expect([await progress(id), await pointsOf(customer)]).toEqual([100, 10]);
  await refund(order, "23.80");
  expect([await progress(id), await pointsOf(customer)]).toEqual([90, 0]);
  await customer.order("11.90");
  expect([await progress(id), await pointsOf(customer)]).toEqual([100, 10]);
});

test("a friend counts while enough of their order is kept", async () => {
  await rule("referral", { minimum_order_amount: 40 });
  // Another name: the same one would be looked at first.
  const friends = await shop.control("customers", { first_name: "Ida", last_name: "Other" });
  await shop.quiet();
  const friend = await loyalCustomer(shop, friends.body.cid);
  const path = `/loyalty/customers/${customer.cid}/referral`;
  const { code } = (await shop.proxy(path, { cid: customer.cid })).body.data;
  const attributes = [{ key: "referral_code", value: code }];
  const order = await friend.order("119.00", { attributes });
  await refund(order, "11.90");
  await passTime(shop, "P15D");
  expect(await pointsOf(customer)).toBe(10);
  await refund(order, "47.60");
  expect(await pointsOf(customer)).toBe(10);
  await refund(order, "23.80");
  expect(await pointsOf(customer)).toBe(0);
});

test("store credit that was spent stays spent, and is not given once more when a dispute is won", async () => {
  await rule("goal_spend", { goal_amount: 60 }, { reward_type: "store_credit", credit_amount: 5 });
  const order = await customer.order("119.00");
  const context = await shop.context();
  const customerId = await customer.id();
  const available = async () =>
    (await readCreditAccount(context, customerId, "money")).availableMinor;
  expect(await available()).toBe(500);
  const spent = { amountMinor: -300, typeCode: 2, message: "Spent" } as const;
  await postCredit(context, { customerId, unit: "money", ...spent });
  await shop.control(`orders/${order}/dispute`);
  await shop.quiet();
  expect(await available()).toBe(0);
  await shop.control(`orders/${order}/dispute`, { status: "won" });
  await shop.quiet();
  expect(await available()).toBe(200);
  await refund(order);
  expect(await available()).toBe(0);
});

test("a coupon that was used stays used, and is not given once more when a dispute is won", async () => {
  shop = await testApp.createShop({ seed: "goods" });
  customer = await loyalCustomer(shop);
  await rule("goal_spend", { goal_amount: 60 }, { reward_type: "free_shipping" });
  const order = await customer.order("119.00");
  const coupons = async () => {
    const path = `/loyalty/customers/${customer.cid}/coupons`;
    return (await shop.proxy(path, { cid: customer.cid })).body.data;
  };
  const [{ discount_code }] = await coupons();
  const used = { lines: [{ variant_id: 7502, quantity: 1 }], discount_codes: [discount_code] };
  expect((await shop.control("orders", { cid: customer.cid, ...used })).status).toBe(200);
  await shop.quiet();
  for (const change of [{}, { status: "won" }]) {
    await shop.control(`orders/${order}/dispute`, change);
    await shop.quiet();
    expect(await coupons()).toMatchObject([{ status: 2, discount_code }]);
  }
});
