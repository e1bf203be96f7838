import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CREDIT_TYPES, type CreditUnit } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { redeemPoints } from "#app/domain/loyalty/point-rewards/redeem-points.ts";
import {
  archivePointReward,
  createPointReward,
} from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import {
  readLoyaltySettings,
  saveLoyaltySettings,
} from "#app/domain/loyalty/program/loyalty-settings.ts";
import { readPointsFigures } from "#app/domain/loyalty/program/read-points-figures.ts";
import { readProgramCosts } from "#app/domain/loyalty/program/read-program-costs.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
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
  shop = await testApp.createShop();
  customer = await loyalCustomer(shop);
});

const settings = async () => {
  const { db, shop: row } = await shop.context();
  return readLoyaltySettings(db.prisma, row.id);
};
const DAY = 86_400_000;
const costs = async () => {
  const context = await shop.context();
  return readProgramCosts(context, new Date(context.clock.now().getTime() - 30 * DAY));
};

async function spend(amount: number, unit: CreditUnit = "points") {
  const posted = await postCredit(await shop.context(), {
    ...{ customerId: await customer.id(), unit, amountMinor: -amount },
    ...{ typeCode: CREDIT_TYPES.redemption, message: "Spent" },
  });
  expect(posted.outcome).toBe("posted");
}

const credit = (amount: number) => ({ reward_type: "store_credit", credit_amount: amount });
const off = (amount: number) => ({
  ...{ reward_type: "discount", discount_type: "fixed_amount", discount_amount: amount },
});

/** Places an order of a product with the newest coupon. */
async function useCoupon() {
  await shop.quiet();
  const { db, shop: row } = await shop.context();
  const { code } = await db.prisma.loyaltyCoupon.findFirstOrThrow({
    where: { shopId: row.id },
    orderBy: { id: "desc" },
  });
  const state = await fetch(`${shop.devstoreUrl}/__dev/state`, {
    headers: { "x-forwarded-host": shop.domain },
  });
  const [product] = (await state.json()).products;
  const { status, body } = await shop.control("orders", {
    cid: customer.cid,
    lines: [{ variant_id: product.variant_ids[0], quantity: 1 }],
    discount_codes: [code],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
}

async function redeem(pointRewardId: bigint) {
  const customerId = await customer.id();
  const key = crypto.randomUUID();
  await redeemPoints(await shop.context(), { customerId, pointRewardId, key });
}

/** What each has that gave something, without its id, and what is zero. */
const told = async () =>
  (await costs()).map(({ id: _, isArchived, ...cost }) =>
    Object.fromEntries(
      Object.entries({ ...cost, ...(isArchived && { isArchived }) }).filter(
        ([, value]) => value !== 0,
      ),
    ),
  );

describe("the settings of the program", () => {
  test("are the defaults until they are saved, and then decide when points count", async () => {
    expect(await settings()).toEqual({ returnDays: 14, expiryMonths: null, version: "new" });
    await makeRule(shop, {
      type: "points_for_purchases",
      settings: { points_per_dollar: 1, include_renewals: false },
    });
    const input = { returnDays: 0, expiryMonths: 6 };
    expect(await saveLoyaltySettings(await shop.context(), { version: "new", input })).toEqual({
      outcome: "saved",
    });
    await customer.order("119.00");
    expect(await customer.points()).toEqual({ available: 100, pending: 0, owed: 0 });
  });

  test("are not saved over somebody else's, nor with what is no number of days", async () => {
    const context = await shop.context();
    const edit = { version: "new", input: { returnDays: 30, expiryMonths: null } };
    await saveLoyaltySettings(context, edit);
    expect(await saveLoyaltySettings(context, edit)).toEqual({ outcome: "stale" });
    const { version } = await settings();
    const input = { returnDays: -1, expiryMonths: 500 };
    await expect(saveLoyaltySettings(context, { version, input })).rejects.toMatchObject({
      fields: { returnDays: ["At least 0."], expiryMonths: ["At most 120."] },
    });
    expect((await settings()).returnDays).toBe(30);
  });
});

describe("the figures of the program", () => {
  test("say what was earned, is pending, can be spent, was spent, taken back and is owed", async () => {
    await saveLoyaltySettings(await shop.context(), {
      version: "new",
      input: { returnDays: 0, expiryMonths: null },
    });
    await makeRule(shop, {
      type: "points_for_purchases",
      settings: { points_per_dollar: 1, include_renewals: false },
    });
    const orderId = await customer.order("119.00");
    await adjustPoints(await shop.context(), await customer.id(), {
      ...{ points: "20", reason: "Sorry", key: crypto.randomUUID() },
    });
    await spend(90);
    await shop.control(`orders/${orderId}/refund`, {});
    await shop.quiet();
    const { version } = await settings();
    await saveLoyaltySettings(await shop.context(), {
      version,
      input: { returnDays: 14, expiryMonths: null },
    });
    const other = await loyalCustomer(shop);
    await other.order("59.50");
    expect(await readPointsFigures(await shop.context())).toEqual({
      recent: { earned: 100, redeemed: 90, expired: 0, takenBack: 100, adjusted: 20 },
      ever: { earned: 100, redeemed: 90, expired: 0, takenBack: 100, adjusted: 20 },
      ...{ availablePoints: 0, pendingPoints: 50, owedPoints: 70 },
    });
  });
});

describe("what the program cost", () => {
  beforeEach(async () => {
    shop = await testApp.createShop({ seed: "goods" });
    customer = await loyalCustomer(shop);
  });

  test("is told of each rule, reward for points and tier that gave something", async () => {
    await makeRule(shop, {
      ...{ name: "Points", type: "points_for_purchases" },
      settings: { points_per_dollar: 1, include_renewals: false },
    });
    await makeRule(shop, {
      ...{ name: "Credit", type: "goal_spend", settings: { goal_amount: 9_000 } },
      reward: credit(3),
    });
    await makeRule(shop, {
      ...{ name: "Coupon", type: "goal_spend", settings: { goal_amount: 10_000 }, reward: off(5) },
    });
    const context = await shop.context();
    const gold = { id: null, name: "Gold", threshold: 900_000, multiplier: 100 };
    const input = { basis: "spend", tiers: [{ ...gold, entryReward: credit(11) }] };
    await saveLadder(context, { version: 0, input });
    const offer = (name: string, points: number, reward: object) =>
      createPointReward(context, { name, points, reward, isActive: true });
    const seven = await offer("Seven", 100, credit(7));
    const four = await offer("Four off", 60, off(4));
    await customer.order("11900.00");
    await useCoupon();
    await adjustPoints(context, await customer.id(), {
      ...{ points: "300", reason: "Welcome", key: crypto.randomUUID() },
    });
    await redeem(seven.id);
    await redeem(seven.id);
    await redeem(four.id);
    await useCoupon();
    await archivePointReward(context, four.id);
    expect(await told()).toEqual([
      {
        kind: "point_reward",
        name: "Seven",
        rewards: 2,
        pointsPaid: 200,
        creditMinor: 1400,
        costMinor: 1400,
      },
      { kind: "tier", name: "Gold", rewards: 1, creditMinor: 1100, costMinor: 1100 },
      {
        kind: "rule",
        name: "Coupon",
        rewards: 1,
        coupons: 1,
        couponsUsedMinor: 500,
        costMinor: 500,
      },
      {
        ...{ kind: "point_reward", name: "Four off", isArchived: true, rewards: 1, pointsPaid: 60 },
        ...{ coupons: 1, couponsUsedMinor: 400, costMinor: 400 },
      },
      { kind: "rule", name: "Credit", rewards: 1, creditMinor: 300, costMinor: 300 },
      expect.objectContaining({ kind: "rule", name: "Points", points: expect.any(Number) }),
    ]);
    expect((await told()).at(-1)).not.toHaveProperty("costMinor");
  });

  test("holds store credit that was spent before its reward was taken back, and nothing that came back", async () => {
    await makeRule(shop, {
      ...{ name: "Credit", type: "goal_spend", settings: { goal_amount: 100 }, reward: credit(10) },
    });
    const orderId = await customer.order("238.00");
    await spend(400, "money");
    await shop.control(`orders/${orderId}/refund`, {});
    await shop.quiet();
    expect(await told()).toEqual([
      { kind: "rule", name: "Credit", creditMinor: 400, costMinor: 400 },
    ]);
  });
});
