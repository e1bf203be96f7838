import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type CouponFilters,
  listCouponsForMerchant,
} from "#app/domain/loyalty/read/list-coupons-for-merchant.ts";
import { disableCoupon } from "#app/domain/loyalty/rewards/disable-coupon.ts";
import { countAgain, type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
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

const list = async (filters: CouponFilters = {}, offset = 0) =>
  listCouponsForMerchant(await shop.context(), filters, { limit: 25, offset });
const states = async (filters: CouponFilters = {}) =>
  (await list(filters)).coupons.map(({ type, state }) => `${type} ${state}`);
/** Above what anybody else's order in the store reaches. */
const goal = (reward: object) =>
  makeRule(shop, { type: "goal_spend", settings: { goal_amount: 9_000 }, reward });

async function twoCoupons() {
  await goal({ reward_type: "free_shipping", expires_in_days: 7 });
  await goal({ reward_type: "discount", discount_type: "percentage", discount_amount: 10 });
  await customer.order("11900.00");
}

describe("the merchant's list of coupons", () => {
  test("is narrowed by status, type, code and customer, and says how many there are", async () => {
    await twoCoupons();
    const { coupons, total } = await list();
    expect(total).toBe(2);
    expect(coupons[0]).toMatchObject({ ruleName: "Rule", usageCount: 0, isPublished: true });
    expect(await states({ type: "free_shipping" })).toEqual(["free_shipping active"]);
    expect(await states({ state: "used" })).toEqual([]);
    const code = coupons[0]?.code ?? "";
    expect((await list({ search: code.toLowerCase() })).coupons).toHaveLength(1);
    const email = coupons[0]?.customer.email ?? "";
    expect((await list({ search: email, state: "active" })).total).toBe(2);
    expect((await list({ search: "nobody at all" })).total).toBe(0);
    expect(await list({}, 25)).toEqual({ coupons: [], total: 2 });
  });

  test("has a coupon among the expired from the instant on at which it ends", async () => {
    await twoCoupons();
    await shop.control("clock", { advance: "P8D" });
    await shop.quiet();
    expect(await states({ state: "expired" })).toEqual(["free_shipping expired"]);
    expect(await states({ state: "active" })).toEqual(["amount_off_orders active"]);
  });
});

describe("a coupon that the merchant disables", () => {
  test("cannot be used any more, and its reward is not given again", async () => {
    await twoCoupons();
    const { coupons } = await list({ type: "amount_off_orders" });
    const [coupon] = coupons;
    const id = coupon?.id ?? 0n;
    await disableCoupon(await shop.context(), id);
    await disableCoupon(await shop.context(), id);
    await shop.quiet();
    const state = await fetch(`${shop.devstoreUrl}/__dev/state`, {
      headers: { "x-forwarded-host": shop.domain },
    });
    const [product] = (await state.json()).products;
    const { status } = await shop.control("orders", {
      cid: customer.cid,
      lines: [{ variant_id: product.variant_ids[0], quantity: 1 }],
      discount_codes: [coupon?.code],
    });
    expect(status).toBe(422);
    await countAgain(shop, customer);
    await shop.quiet();
    expect(await states()).toEqual(["amount_off_orders disabled", "free_shipping active"]);
    const { db, shop: row } = await shop.context();
    const lines = await db.prisma.activity.count({
      where: { shopId: row.id, kind: "loyalty_coupon.disabled" },
    });
    expect(lines).toBe(1);
  });

  test("is one of the store's own, and neither used nor expired", async () => {
    await twoCoupons();
    const { coupons } = await list();
    const id = coupons[0]?.id ?? 0n;
    const stranger = await (await testApp.createShop()).context();
    await expect(disableCoupon(stranger, id)).rejects.toMatchObject({ code: "not_found" });
    const { db, shop: row } = await shop.context();
    await db.prisma.loyaltyCoupon.update({
      where: { shopId_id: { shopId: row.id, id } },
      data: { status: 2 },
    });
    await expect(disableCoupon(await shop.context(), id)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
