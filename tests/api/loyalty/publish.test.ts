import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runSubscriber } from "#app/domain/events/run-subscriber.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { archiveRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { loyaltyMetafieldsSubscriber } from "#app/domain/loyalty/storefront-sync/sync-loyalty-metafields.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { createCreditShopper } from "#tests/support/credit-shopper.ts";
import { countAgain, type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { countCalls } from "#tests/support/read-state.ts";
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

const published = (one = customer) => readPublished(shop, one.cid, "loyalty");

async function publishedRules() {
  const { currentAppInstallation } = await askPlatform(
    shop,
    `{ currentAppInstallation { metafield(namespace: "loyalty", key: "rules") { jsonValue } } }`,
  );
  return currentAppInstallation.metafield?.jsonValue;
}

/** Lets the subscriber handle its news, and counts the calls of the platform. */
async function callsForNews(): Promise<number> {
  await shop.quiet();
  const before = await countCalls(shop);
  await runSubscriber(await shop.context(), loyaltyMetafieldsSubscriber);
  await shop.quiet();
  return (await countCalls(shop)) - before;
}

const card = (more = {}) =>
  makeRule(shop, {
    type: "punch_card",
    name: "Coffee card",
    settings: { required_purchases: 2 },
    reward: { reward_type: "discount", discount_type: "percentage", discount_amount: 10 },
    ...more,
  });

describe("what the storefront is given to render of a customer", () => {
  test("follows points, progress and coupons, and a refund that takes them back", async () => {
    await makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 } });
    const goal = { goal_amount: 150, period: "lifetime" };
    const { id } = await card({ type: "goal_spend", settings: goal });
    await customer.order("119.00");
    expect(await published()).toEqual({
      points_balance: 0,
      points_pending: 100,
      next_expiry: null,
      ...{ tier_id: null, tier_amount: 0, tier_review_on: null },
      progress: [{ rule_id: Number(id), current: 100, required: 150 }],
      coupons: [],
      as_of: expect.any(String),
    });
    const second = await customer.order("59.50");
    const open = await published();
    expect(open).toMatchObject({
      points_pending: 150,
      progress: [{ current: 150 }],
      coupons: [
        {
          code: expect.stringMatching(/^[2-9A-Z]{12}$/),
          rule_name: "Coffee card",
          reward: { kind: "percentage", percentage: 10 },
          status: 1,
          expires_at: null,
        },
      ],
    });
    await shop.control(`orders/${second}/refund`, {});
    await shop.quiet();
    expect(await published()).toMatchObject({
      points_pending: 100,
      progress: [{ current: 100 }],
      coupons: [{ code: open.coupons[0].code, status: 0 }],
    });
  });

  test("says what can be spent once the return window is over, and which points end first", async () => {
    await makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 } });
    const { db, shop: row } = await shop.context();
    await db.prisma.loyaltySettings.create({
      data: { shopId: row.id, expiryMonths: 12, updatedAt: new Date() },
    });
    await customer.order("119.00");
    await shop.control("clock", { advance: "P15D" });
    await shop.quiet();
    await runSubscriber(await shop.context(), loyaltyMetafieldsSubscriber);
    await shop.quiet();
    expect(await published()).toMatchObject({
      points_balance: 100,
      points_pending: 0,
      next_expiry: { points: 100, date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
  });

  test("says that a coupon was used", async () => {
    shop = await testApp.createShop({ seed: "goods" });
    customer = await loyalCustomer(shop);
    await makeRule(shop, {
      type: "goal_spend",
      settings: { goal_amount: 50 },
      reward: { reward_type: "free_shipping" },
    });
    await customer.order("119.00");
    const { code } = (await published()).coupons[0];
    const order = { lines: [{ variant_id: 7502, quantity: 1 }], discount_codes: [code] };
    const { status, body } = await shop.control("orders", { cid: customer.cid, ...order });
    expect(status, JSON.stringify(body)).toBe(200);
    await shop.quiet();
    expect((await published()).coupons[0]).toMatchObject({ code, status: 2 });
  });

  test("is what both had, once two have become one", async () => {
    await makeRule(shop, {
      type: "goal_spend",
      settings: { goal_amount: 50 },
      reward: { reward_type: "free_shipping" },
    });
    const [kept, gone] = [await createCreditShopper(shop), await createCreditShopper(shop)];
    await shop.control("orders/plain", { cid: gone.cid, total: "119.00" });
    await shop.quiet();
    const { coupons } = await readPublished(shop, gone.cid, "loyalty");
    const merge = { customer_one: kept.cid, customer_two: gone.cid, keep: kept.cid };
    const { status, body } = await shop.control("customers/merge", merge);
    expect(status, JSON.stringify(body)).toBe(200);
    await shop.quiet();
    expect((await readPublished(shop, kept.cid, "loyalty")).coupons).toMatchObject([
      { code: coupons[0].code, status: 1 },
    ]);
  });

  test("is written for all customers of a page in one call, and not at all while nothing changes", async () => {
    await makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 } });
    const customers = [await customer.id()];
    while (customers.length < 25) customers.push(await (await loyalCustomer(shop)).id());
    await customer.order("119.00");
    expect(await callsForNews()).toBe(0);
    await countAgain(shop, customer);
    expect(await callsForNews()).toBe(0);
    const context = await shop.context();
    for (const customerId of customers) {
      const points = { unit: "points", amountMinor: 5, typeCode: 4, message: "A present" } as const;
      await postCredit(context, { customerId, ...points });
    }
    expect(await callsForNews()).toBe(1);
  });

  test("is written later when the platform is unavailable", async () => {
    await makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 } });
    const context = await shop.context();
    const points = { unit: "points", amountMinor: 5, typeCode: 4, message: "A present" } as const;
    await postCredit(context, { customerId: await customer.id(), ...points });
    await shop.control("fail-next", { status: 503, count: 100, operation: "metafieldsSet" });
    await runSubscriber(context, loyaltyMetafieldsSubscriber);
    await shop.quiet({ mayFail: true });
    expect(await published()).toBeNull();
    await shop.control("clear-faults");
    await shop.quiet();
    expect(await published()).toMatchObject({ points_balance: 5 });
  });
});

describe("what the storefront is given to render of the program", () => {
  test("is every active rule with what has to be reached and what it gives, and nothing of the others", async () => {
    const shown = await card({
      description: "Every second coffee",
      conditions: { customer_settings: { apply_to: "tagged", tags: ["vip"] } },
      endDate: "2030-12-31",
    });
    await card({ name: "Draft", status: "draft" });
    await card({ name: "Off", status: "inactive" });
    const gone = await card({ name: "Gone" });
    await makeRule(shop, {
      type: "points_for_purchases",
      name: "Points",
      settings: { points_per_dollar: 1.5, minimum_order: 20 },
      conditions: { product_ids: [7501] },
    });
    await archiveRule(await shop.context(), gone.id);
    await shop.quiet();
    expect(await publishedRules()).toEqual({
      currency: "EUR",
      currency_digits: 2,
      tiers: [],
      rules: [
        {
          ...{ id: Number(shown.id), type: "punch_card", name: "Coffee card" },
          ...{ description: "Every second coffee", required: 2, rate: null },
          ...{ friend: null, retailers: null },
          reward: { kind: "percentage", percentage: 10 },
          ...{ apply_to: "tagged", tags: ["vip"], tier_ids: null, product_ids: null },
          ...{ start_date: "2020-01-01", end_date: "2030-12-31" },
        },
        {
          ...{ id: expect.any(Number), type: "points_for_purchases", name: "Points" },
          ...{ description: "", required: null, reward: null },
          ...{ friend: null, retailers: null },
          rate: { hundredths: 150, minimum_minor: 2000, minimum_hundredths: 2000 },
          ...{ apply_to: "all", tags: [], tier_ids: null, product_ids: [7501] },
          ...{ start_date: "2020-01-01", end_date: null },
        },
      ],
    });
  });

  test("comes back with the app", async () => {
    await card();
    await shop.control("uninstall");
    await shop.reinstall();
    expect((await publishedRules()).rules).toMatchObject([{ name: "Coffee card" }]);
  });
});
