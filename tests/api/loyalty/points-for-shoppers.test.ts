import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPointReward } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import { saveLoyaltySettings } from "#app/domain/loyalty/program/loyalty-settings.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The stand-in's prices hold 19% tax: 119.00 is 100.00 net.

const ZONE = "Asia/Tokyo";

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: ZONE });
  customer = await loyalCustomer(shop);
});

const perEuro = () =>
  makeRule(shop, {
    ...{ type: "points_for_purchases", name: "Every order" },
    settings: { points_per_dollar: 1, include_renewals: false },
  });

const adjust = async (points: string, reason: string) =>
  adjustPoints(await shop.context(), await customer.id(), { points, reason, key: randomUUID() });

async function pass(duration: string) {
  await shop.control("clock", { advance: duration });
  await shop.quiet();
}

/** What the shopper is told, newest first. */
async function told(of = customer) {
  const { status, body } = await shop.proxy(`/loyalty/customers/${of.cid}/points`, { cid: of.cid });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as Record<string, unknown>[];
}

async function orderName(platformOrderId: number): Promise<string> {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id, platformOrderId: BigInt(platformOrderId) };
  return (await db.prisma.order.findFirstOrThrow({ where })).name;
}

/** The day in the store's zone, so many days from now. */
async function dayIn(days: number): Promise<string> {
  const { clock } = await shop.context();
  return formatDate(new Date(clock.now().getTime() + days * 86_400_000), ZONE);
}

test("pending points say from which day of the store's they can be spent, and once they can, the day they came", async () => {
  await perEuro();
  const order_name = await orderName(await customer.order("119.00"));
  const pending = await told();
  expect(pending).toMatchObject([
    { type: 8, points: 100, pending: true, name: "Every order", order_name, reason: null },
  ]);
  expect(pending[0]).toMatchObject({ date: await dayIn(0), available_from: await dayIn(14) });
  await pass("P15D");
  expect(await told()).toMatchObject([
    { type: 8, points: 100, pending: false, available_from: null, name: "Every order", order_name },
  ]);
});

test("points that are taken back name their order, and no day is promised for what will not come", async () => {
  await perEuro();
  const order = await customer.order("119.00");
  await shop.control(`orders/${order}/refund`, {});
  await shop.quiet();
  const order_name = await orderName(order);
  expect(await told()).toMatchObject([
    { type: 12, points: -100, available_from: null, name: "Every order", order_name },
    { type: 8, points: 100, available_from: null, name: "Every order", order_name },
  ]);
});

test("what was redeemed is named, what the store adjusted has its reason, and what expired is said", async () => {
  const context = await shop.context();
  await saveLoyaltySettings(context, { version: "new", input: { returnDays: 0, expiryMonths: 1 } });
  const reward = { reward_type: "store_credit", credit_amount: 5 };
  const five = await createPointReward(context, {
    ...{ name: "Five euros", points: 100, reward, isActive: true },
  });
  await adjust("250", "A late parcel");
  const body = { point_reward_id: Number(five.id), key: randomUUID() };
  const path = `/loyalty/customers/${customer.cid}/redemptions`;
  expect((await shop.proxy(path, { cid: customer.cid, body })).status).toBe(200);
  await pass("P32D");
  expect(await told()).toMatchObject([
    { type: 7, points: -150, name: null, order_name: null },
    { type: 2, points: -100, name: "Five euros", reason: null },
    { type: 4, points: 250, name: null, reason: "A late parcel" },
  ]);
});

test("the newest ten are told, of this customer alone, and nobody else hears of them", async () => {
  for (let points = 1; points <= 11; points += 1) await adjust(String(points), "One more");
  const other = await loyalCustomer(shop);
  expect((await told()).map(({ points }) => points)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  expect(await told(other)).toEqual([]);
  const path = `/loyalty/customers/${customer.cid}/points`;
  expect((await shop.proxy(path, { cid: other.cid })).status).toBe(403);
  expect((await shop.proxy(path)).status).toBe(403);
});
