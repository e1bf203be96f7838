import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { type LoyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { newPerson, passTime, pointsOf } from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Herbs cost 14.90 a piece, with 19% tax in it: 12.52 net. Their delivery costs 4.90.

const HERBS = 7502;
/** For 19.90. */
const PLANT = 7504;

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods" });
  customer = await newPerson(shop);
});

/** Buys goods and has them sent. @returns the platform's number of the order. */
async function buy(
  lines: { variant_id: number; quantity?: number }[],
  more: Record<string, unknown> = {},
): Promise<number> {
  const { order_id: id } = await shop.act("orders", { cid: customer.cid, lines, ...more });
  await shop.act(`orders/${id}/fulfill`);
  return id;
}

async function productOf(variantId: number): Promise<number> {
  const { productVariant } = await askPlatform(
    shop,
    `{ productVariant(id: "gid://shopify/ProductVariant/${variantId}") { product { legacyResourceId } } }`,
  );
  return Number(productVariant.product.legacyResourceId);
}

/** @returns the progress of a card of three orders. */
async function stamps() {
  const rule = await makeRule(shop, {
    type: "punch_card",
    settings: { required_purchases: 3, minimum_order_amount: 5 },
    reward: { reward_type: "points", points: 50 },
  });
  return async () => {
    const { body } = await shop.proxy(`/loyalty/rules/${rule.id}`, { cid: customer.cid });
    return body.data.completion_progress.current;
  };
}

const pointsForPurchases = (more: Record<string, unknown> = {}) =>
  makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 }, ...more });

/** Those that are certain once nothing can be sent back any more. */
async function finalPoints(): Promise<number> {
  await passTime(shop, "P15D");
  return pointsOf(customer);
}

describe("points and stamps of an order", () => {
  test("go with all of its goods, though the delivery is kept", async () => {
    await pointsForPurchases();
    const count = await stamps();
    const order = await buy([{ variant_id: HERBS }]);
    expect(await count()).toBe(1);
    await shop.act(`orders/${order}/refund`, { lines: [{ variant_id: HERBS, quantity: 1 }] });
    expect(await count()).toBe(0);
    expect(await finalPoints()).toBe(0);
  });

  test("stay when the delivery is paid back", async () => {
    await pointsForPurchases();
    const count = await stamps();
    const order = await buy([{ variant_id: HERBS }]);
    await shop.act(`orders/${order}/refund`, { delivery: true });
    expect(await count()).toBe(1);
    expect(await finalPoints()).toBe(12);
  });

  test("stay for the pieces that were kept", async () => {
    await pointsForPurchases();
    const order = await buy([{ variant_id: HERBS, quantity: 3 }]);
    await shop.act(`orders/${order}/refund`, { lines: [{ variant_id: HERBS, quantity: 1 }] });
    // 29.80 with tax is 25.04 net.
    expect(await finalPoints()).toBe(25);
  });

  test("of one product know nothing of another one that came back", async () => {
    await pointsForPurchases({
      conditions: { product_ids: [await productOf(HERBS)], customer_settings: { apply_to: "all" } },
    });
    const order = await buy([{ variant_id: HERBS }, { variant_id: PLANT }]);
    await shop.act(`orders/${order}/refund`, { lines: [{ variant_id: PLANT, quantity: 1 }] });
    expect(await finalPoints()).toBe(12);
    await shop.act(`orders/${order}/refund`, { lines: [{ variant_id: HERBS, quantity: 1 }] });
    expect(await pointsOf(customer)).toBe(0);
  });

  test("follow money that is on its way only once, and the goods at once", async () => {
    await pointsForPurchases();
    const order = await buy([{ variant_id: HERBS, quantity: 3 }]);
    const { refund_id: refund } = await shop.act(`orders/${order}/refund`, {
      lines: [{ variant_id: HERBS, quantity: 1 }],
      pending: true,
    });
    expect(await finalPoints()).toBe(25);
    await shop.act(`orders/${order}/refund/${refund}/settle`);
    expect(await pointsOf(customer)).toBe(25);
  });
});
