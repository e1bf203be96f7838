import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { redeemPoints } from "#app/domain/loyalty/point-rewards/redeem-points.ts";
import { createPointReward } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import { readRepeatRates } from "#app/domain/loyalty/program/read-repeat-rates.ts";
import { readBlockSeen } from "#app/domain/shops/block-seen.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
});

const rates = async () => readRepeatRates(await shop.context());
const NOBODY = { customers: 0, repeated: 0 };

async function pass(days: number) {
  await shop.control("clock", { advance: `P${days}D` });
  await shop.quiet();
}

/** Someone without a subscription: nothing renews. */
async function shopper(): Promise<LoyalCustomer> {
  const { body } = await shop.control("customers", {});
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

/** They get 50 points for it, and then choose credit for their points. */
async function redeem(customer: LoyalCustomer, pointRewardId: bigint) {
  const context = await shop.context();
  const customerId = await customer.id();
  const points = { points: "100", reason: "Gift", key: crypto.randomUUID() };
  await adjustPoints(context, customerId, points);
  await redeemPoints(context, { customerId, pointRewardId, key: "once" });
}

test("who redeemed and came back within 90 days is told from who could have, and only once the 90 days are over", async () => {
  await makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 } });
  const { id } = await createPointReward(await shop.context(), {
    ...{ name: "5 off", points: 100, isActive: true },
    reward: { reward_type: "store_credit", credit_amount: 5 },
  });
  const [back, gone, idle, late] = [
    await shopper(),
    await shopper(),
    await shopper(),
    await shopper(),
  ];
  for (const one of [back, gone, idle, late]) await one.order("119.00");
  await redeem(back, id);
  await redeem(gone, id);
  await pass(40);
  await back.order("119.00");
  await idle.order("119.00");
  expect(await rates()).toEqual({ redeemed: NOBODY, couldHave: NOBODY });
  await pass(51);
  await late.order("119.00");
  expect(await rates()).toEqual({
    redeemed: { customers: 2, repeated: 1 },
    couldHave: { customers: 2, repeated: 1 },
  });
  const stranger = await (await testApp.createShop()).context();
  expect(await readRepeatRates(stranger)).toEqual({ redeemed: NOBODY, couldHave: NOBODY });
});

test("an order with a coupon redeems it; the order itself is not the one that comes back, and a canceled one is none", async () => {
  shop = await testApp.createShop({ seed: "small" });
  const reward = { reward_type: "discount", discount_type: "fixed_amount", discount_amount: 1 };
  await makeRule(shop, { type: "goal_spend", settings: { goal_amount: 90 }, reward });
  const customer = await shopper();
  await customer.order("119.00");
  const { db, shop: row } = await shop.context();
  const { code } = await db.prisma.loyaltyCoupon.findFirstOrThrow({ where: { shopId: row.id } });
  await pass(1);
  const { status, body } = await shop.control("orders", {
    ...{ cid: customer.cid, discount_codes: [code] },
    lines: [{ variant_id: 7502, quantity: 1 }],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
  await pass(5);
  const canceled = await customer.order("11.90");
  await shop.control(`orders/${canceled}/cancel`);
  await shop.quiet();
  await pass(91);
  expect((await rates()).redeemed).toEqual({ customers: 1, repeated: 0 });
});

test("a loyalty block is seen when it asks for who is signed in, and not before", async () => {
  const customer = await shopper();
  expect(await readBlockSeen(await shop.context(), "loyalty")).toBeNull();
  await shop.proxy("/loyalty/rules");
  expect(await readBlockSeen(await shop.context(), "loyalty")).toBeNull();
  await shop.proxy(`/loyalty/customers/${customer.cid}`, { cid: customer.cid });
  expect(await readBlockSeen(await shop.context(), "loyalty")).toBeInstanceOf(Date);
  expect(await readBlockSeen(await shop.context())).toBeNull();
});
