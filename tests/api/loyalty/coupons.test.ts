import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { disableCoupon } from "#app/domain/loyalty/rewards/disable-coupon.ts";
import { publishCoupon } from "#app/domain/loyalty/rewards/publish-coupon.ts";
import { archiveRule } from "#app/domain/loyalty/rules/save-rule.ts";
import type { Platform } from "#app/platform/platform.ts";
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

const ask = (path: string, cid: number | undefined = customer.cid, query = {}) =>
  shop.proxy(`/loyalty${path}`, { ...(cid ? { cid } : {}), query });
async function refusals() {
  const { db, shop: row } = await shop.context();
  const found = await db.prisma.activity.findMany({
    where: { shopId: row.id, kind: "loyalty_coupon.refused", customerId: await customer.id() },
  });
  return found.map(({ message }) => message);
}
const coupons = async (query = {}) =>
  (await ask(`/customers/${customer.cid}/coupons`, customer.cid, query)).body.data;
const goal = (reward: object, more = {}) =>
  makeRule(shop, { type: "goal_spend", settings: { goal_amount: 50 }, reward, ...more });

async function products(): Promise<{ product_id: number; variant_ids: number[] }[]> {
  const answer = await fetch(`${shop.devstoreUrl}/__dev/state`, {
    headers: { "x-forwarded-host": shop.domain },
  });
  return (await answer.json()).products;
}

test("a reward that is taken back while its code is made is announced to nobody, and its code is closed", async () => {
  await goal({ reward_type: "discount", discount_type: "percentage", discount_amount: 10 });
  await customer.order("119.00");
  const context = await shop.context();
  const { prisma } = context.db;
  const { id: couponId } = await prisma.loyaltyCoupon.findFirstOrThrow({
    where: { shopId: context.shop.id, customerId: await customer.id() },
  });
  const where = { shopId: context.shop.id };
  // As it is before its code is made.
  await prisma.mail.deleteMany({ where: { ...where, kind: "reward_ready" } });
  await prisma.loyaltyCoupon.updateMany({ where, data: { discountGid: null } });
  const platform: Platform = Object.create(context.platform);
  platform.createRewardCode = async (code) => {
    const made = await context.platform.createRewardCode(code);
    await disableCoupon(context, couponId);
    return made;
  };
  await publishCoupon({ ...context, platform }, couponId);
  await shop.quiet();
  expect(await prisma.mail.count({ where: { ...where, kind: "reward_ready" } })).toBe(0);
  const [coupon] = await coupons({ status: 4 });
  const use = { cid: customer.cid, lines: [], discount_codes: [coupon?.discount_code ?? ""] };
  expect((await shop.control("orders", use)).status).toBe(422);
});

describe("a reward that is a discount", () => {
  test("is a code of the platform that its customer alone can use, once, and is counted from the order", async () => {
    await goal({ reward_type: "discount", discount_type: "percentage", discount_amount: 10 });
    await customer.order("119.00");
    const [coupon] = await coupons();
    expect(await refusals()).toEqual([]);
    expect(coupon).toMatchObject({
      status: 1,
      usage_count: 0,
      expires_at: null,
      deleted_at: null,
      platform_id: expect.stringMatching(/^gid:\/\/platform\/DiscountCodeNode\/\d+$/),
      info: { type: "amount_off_orders", amount: 10, rule_name: "Rule" },
    });
    const [product] = await products();
    const order = {
      lines: [{ variant_id: product?.variant_ids[0], quantity: 1 }],
      discount_codes: [coupon.discount_code],
    };
    const stranger = await loyalCustomer(shop);
    expect((await shop.control("orders", { cid: stranger.cid, ...order })).status).toBe(422);
    expect((await shop.control("orders", { cid: customer.cid, ...order })).status).toBe(200);
    await shop.quiet();
    expect(await coupons()).toMatchObject([{ status: 2, usage_count: 1 }]);
    expect((await shop.control("orders", { cid: customer.cid, ...order })).status).toBe(422);
  });

  test.each([
    [
      "amount_off_orders",
      { reward_type: "discount", discount_type: "fixed_amount", discount_amount: 5 },
      5,
    ],
    ["free_shipping", { reward_type: "free_shipping" }, 0],
  ])("of the type %s can be used at the checkout", async (type, reward, amount) => {
    await goal(reward);
    await customer.order("119.00");
    const [coupon] = await coupons();
    expect(coupon.info).toEqual({ type, amount, rule_name: "Rule" });
    // The first one is a membership, which nobody ships.
    const [, product] = await products();
    const { status, body } = await shop.control("orders", {
      cid: customer.cid,
      lines: [{ variant_id: product?.variant_ids[0], quantity: 3 }],
      discount_codes: [coupon.discount_code],
    });
    expect(status, JSON.stringify(body)).toBe(200);
  });

  test("for goods is a code for these goods", async () => {
    const [first, second] = await products();
    await goal({ reward_type: "free_product", product_id: first?.product_id });
    await goal({
      ...{ reward_type: "buy_x_get_y", buy_quantity: 2, get_quantity: 1 },
      ...{ buy_product_ids: [first?.product_id], get_product_ids: [second?.product_id] },
    });
    await customer.order("119.00");
    const given = await coupons();
    expect(given.map(({ info }: { info: { type: string } }) => info.type).sort()).toEqual([
      "buy_x_get_y",
      "free_product",
    ]);
    const free = given.find(({ info }: { info: { type: string } }) => info.type === "free_product");
    const { status, body } = await shop.control("orders", {
      cid: customer.cid,
      lines: [{ variant_id: first?.variant_ids[0], quantity: 1 }],
      discount_codes: [free.discount_code],
    });
    expect(status, JSON.stringify(body)).toBe(200);
  });

  test("is closed when its order is refunded before it was used, and stays when it was", async () => {
    await goal({ reward_type: "free_shipping" });
    const order = await customer.order("119.00");
    const [coupon] = await coupons();
    await shop.control(`orders/${order}/refund`, {});
    await shop.quiet();
    expect(await coupons()).toMatchObject([{ status: 0, deleted_at: expect.any(String) }]);
    const [, product] = await products();
    const { status } = await shop.control("orders", {
      cid: customer.cid,
      lines: [{ variant_id: product?.variant_ids[0], quantity: 1 }],
      discount_codes: [coupon.discount_code],
    });
    expect(status).toBe(422);
  });

  test("ends on its day", async () => {
    await goal({ reward_type: "free_shipping", expires_in_days: 7 });
    await customer.order("119.00");
    expect(await coupons({ status: "1" })).toHaveLength(1);
    await shop.control("clock", { advance: "P8D" });
    expect(await coupons({ status: "1" })).toHaveLength(0);
    expect(await coupons({ status: "3" })).toHaveLength(1);
  });

  test("for a product that is not there any more ends with a line for the merchant", async () => {
    await goal({ reward_type: "free_product", product_id: 424242 });
    await customer.order("119.00");
    expect(await coupons()).toEqual([]);
    expect(await refusals()).toHaveLength(1);
  });
});

describe("the Loyalty API", () => {
  test("lists rules that are active, by type and status, without what is the merchant's alone", async () => {
    const points = { reward_type: "points", points: 5 };
    const first = await goal(points, { name: "Goal" });
    await makeRule(shop, {
      ...{ type: "reviews", settings: { required_reviews: 1 }, reward: points },
      ...{ status: "inactive", name: "Off" },
    });
    await makeRule(shop, {
      ...{ type: "reviews", settings: { required_reviews: 1 }, reward: points },
      ...{ status: "draft", name: "Draft" },
    });
    await archiveRule(await shop.context(), (await goal(points, { name: "Gone" })).id);
    const receipt = { points_per_dollar: 1, auto_approve: true, maximum_points: 100 };
    await makeRule(shop, {
      ...{ type: "upload_receipt", settings: receipt, name: "Receipts" },
      limits: { per_customer: 10 },
    });
    const names = async (query = {}) =>
      (await ask("/rules", undefined, query)).body.data.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(["Goal", "Receipts"]);
    expect(await names({ status: "1", type: "goal_spend" })).toEqual(["Goal"]);
    expect(await names({ status: "0" })).toEqual(["Off"]);
    expect(await names({ status: "2" })).toEqual([]);
    const { body } = await ask("/rules");
    expect(body.data[0]).toEqual({
      ...{ id: Number(first.id), status: 1, type: "goal_spend", name: "Goal", description: "" },
      rules: { goal_amount: 50, period: "order" },
      reward_rules: points,
      ...{ start_date: "2020-01-01", end_date: null, completion_progress: null },
    });
    expect(JSON.stringify(body)).not.toContain("auto_approve");
  });

  test.each([
    [{ type: "nonsense" }],
    [{ type: "" }],
    [{ status: "" }],
    [{ status: "7" }],
    [{ status: "x" }],
  ])("refuses %j with 422 and the field", async (query) => {
    const { status, body } = await ask("/rules", undefined, query);
    expect(status).toBe(422);
    expect(Object.keys(JSON.parse(body.data))).toEqual(Object.keys(query));
  });

  test("shows a rule with the progress of who is logged in, and 404 for none, a draft and an archived one", async () => {
    const card = await makeRule(shop, {
      type: "punch_card",
      settings: { required_purchases: 3 },
      reward: { reward_type: "points", points: 5 },
    });
    const order = await customer.order("20.00");
    await shop.control(`orders/${order}/fulfill`);
    await shop.quiet();
    const { body } = await ask(`/rules/${card.id}`);
    expect(body.data.completion_progress).toEqual({ current: 1, required: 3, percentage: 33 });
    const signedOut = await shop.proxy(`/loyalty/rules/${card.id}`);
    expect(signedOut.body.data.completion_progress).toBeNull();
    const draft = await goal({ reward_type: "points", points: 1 }, { status: "draft" });
    for (const id of [draft.id, 999_999, "x", 0]) {
      expect((await ask(`/rules/${id}`)).status, String(id)).toBe(404);
    }
    await archiveRule(await shop.context(), card.id);
    expect((await ask(`/rules/${card.id}`)).status).toBe(404);
  });

  test("shows customers where they stand, and nobody else's", async () => {
    await makeRule(shop, {
      type: "points_for_purchases",
      settings: { points_per_dollar: 1 },
      name: "Points",
    });
    await customer.order("119.00");
    const { status, body } = await ask(`/customers/${customer.cid}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      platform_customer_gid: `gid://platform/Customer/${customer.cid}`,
      ...{ points_balance: 0, points_pending: 100, lifetime_points: 0, tier: null },
      rules: [{ type: "points_for_purchases", name: "Points", completion_progress: null }],
      available_coupons: 0,
    });
    for (const path of [`/customers/${customer.cid}`, `/customers/${customer.cid}/coupons`]) {
      expect((await ask(path, 1002)).status, path).toBe(403);
      expect((await shop.proxy(`/loyalty${path}`)).status, path).toBe(403);
    }
  });
});
