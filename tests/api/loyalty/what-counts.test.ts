import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LoyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { newPerson, passTime, pointsOf } from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

/** For 14.90 a piece. */
const HERBS = 7502;

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
  await makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 } });
});

/** Places an order of one line. @returns the points that it gives in the end. */
async function pointsFor(total: string, more: Record<string, unknown>): Promise<number> {
  await customer.order(total, more);
  await passTime(shop, "P15D");
  return pointsOf(customer);
}

/** Without a word the stand-in's prices hold 19% tax. */
const untaxed = { taxes_included: true, tax_rate: 0 };

describe("points for an order", () => {
  test("count what the goods cost where the tax comes on top and the delivery was given away", async () => {
    const { status, body } = await shop.control("orders", {
      ...{ cid: customer.cid, lines: [{ variant_id: HERBS, quantity: 2 }] },
      ...{ discount_codes: ["FREESHIP"], taxes_included: false, tax_rate: 0.0775 },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.total).toBe("32.11");
    await passTime(shop, "P15D");
    expect(await pointsOf(customer)).toBe(29);
  });

  test("count no tip, no duties and no fees", async () => {
    const more = { ...untaxed, tip: "20.00", duties: "7.00", fees: "3.00", delivery: "5.00" };
    expect(await pointsFor("100.00", more)).toBe(100);
  });

  test("count no tip where the tax comes on top", async () => {
    const more = { taxes_included: false, tax_rate: 0.19, tip: "20.00", delivery: "5.00" };
    expect(await pointsFor("100.00", more)).toBe(100);
  });

  test("count what a gift card paid, and nothing that the platform's own store credit paid", async () => {
    const paidWith = (gateway: string) => ({
      ...untaxed,
      gateways: [
        { gateway, amount: "40.00" },
        { gateway: "shopify_payments", amount: "60.00" },
      ],
    });
    expect(await pointsFor("100.00", paidWith("gift_card"))).toBe(100);
    expect(await pointsFor("100.00", paidWith("shopify_store_credit"))).toBe(160);
  });
});
