import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import {
  readLoyaltySettings,
  saveLoyaltySettings,
} from "#app/domain/loyalty/program/loyalty-settings.ts";
import { readPointsFigures } from "#app/domain/loyalty/program/read-points-figures.ts";
import { readRuleCosts } from "#app/domain/loyalty/program/read-rule-costs.ts";
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
  return readRuleCosts(context, new Date(context.clock.now().getTime() - 30 * DAY));
};

async function spend(points: number) {
  const posted = await postCredit(await shop.context(), {
    ...{ customerId: await customer.id(), unit: "points", amountMinor: -points },
    ...{ typeCode: 2, message: "Spent" },
  });
  expect(posted.outcome).toBe("posted");
}

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

  test("say what each rule gave, and what orders were lowered by with its coupons", async () => {
    shop = await testApp.createShop({ seed: "small" });
    customer = await loyalCustomer(shop);
    const { id: credit } = await makeRule(shop, {
      ...{ name: "Credit", type: "goal_spend", settings: { goal_amount: 9_000 } },
      reward: { reward_type: "store_credit", credit_amount: 3 },
    });
    const reward = { reward_type: "discount", discount_type: "fixed_amount", discount_amount: 5 };
    const { id: coupon } = await makeRule(shop, {
      ...{ name: "Coupon", type: "goal_spend", settings: { goal_amount: 10_000 }, reward },
    });
    await customer.order("11900.00");
    await customer.order("11000.00");
    const { db, shop: row } = await shop.context();
    const { code } = await db.prisma.loyaltyCoupon.findFirstOrThrow({ where: { shopId: row.id } });
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
    const nothing = { points: 0, creditMinor: 0, coupons: 0, contracts: 0, couponsUsedMinor: 0 };
    expect(await costs()).toEqual([
      {
        ...nothing,
        ruleId: credit,
        ruleName: "Credit",
        rewards: 2,
        customers: 1,
        creditMinor: 600,
      },
      {
        ...{ ...nothing, ruleId: coupon, ruleName: "Coupon", rewards: 1, customers: 1 },
        ...{ coupons: 1, couponsUsedMinor: 500 },
      },
    ]);
  });
});
