import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billSubscription } from "#app/domain/billing/charging/bill-subscription.ts";
import { createPlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { planReactivation } from "#app/domain/portal/reactivation/plan-reactivation.ts";
import { cancelSubscription } from "#app/domain/subscriptions/cancel-subscription.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A product of 20.00 with 25 % off the first charges, which the platform notes with the contract and leaves to the app.

let testApp: TestApp;
let keys = 0;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** Buys a plan with a discount for so many charges. @param writesNothing while the platform takes no new price. */
async function buy(discountCycles: number | null, writesNothing = false) {
  const shop = await testApp.createShop({ timezone: "Europe/Berlin", seed: "goods" });
  const context = await shop.context();
  const plan = {
    planId: null,
    name: "Monthly",
    interval: { unit: "month", count: 1 },
    discount: { type: "percentage", percentage: 25 },
    discountCycles,
    trial: null,
  };
  keys += 1;
  const input = { name: "Box", kind: "product", plans: [plan] };
  const group = await createPlanGroup(context, { key: `steps-${keys}`, input, productIds: [7001] });
  const { platformPlanId } = await context.db.prisma.plan.findFirstOrThrow({
    where: { shopId: context.shop.id, planGroupId: group.id },
  });
  const operation = "subscriptionContractUpdate";
  if (writesNothing) await shop.control("fail-next", { operation, status: 503, count: 1000 });
  const order = { cid: 1001, plan_id: Number(platformPlanId) };
  const { status, body } = await shop.control("orders", order);
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
  return shop;
}

async function subscriptionOf(shop: TestShop) {
  const { db, shop: row } = await shop.context();
  return db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id },
    orderBy: { id: "desc" },
  });
}

/** Goes on by so many charges. @returns what each of all renewals was charged, without delivery. */
async function charge(shop: TestShop, count: number): Promise<number[]> {
  for (let made = 0; made < count; made += 1) {
    const { nextBillingAt } = await subscriptionOf(shop);
    if (!nextBillingAt) throw new Error("There is no next date.");
    await goTo(shop, nextBillingAt);
  }
  const { id, deliveryMinor } = await subscriptionOf(shop);
  const { db, shop: row } = await shop.context();
  const attempts = await db.prisma.billingAttempt.findMany({
    where: { shopId: row.id, subscriptionId: id, status: "success" },
    orderBy: { id: "asc" },
  });
  return attempts.map(({ amountMinor }) => Number(amountMinor - deliveryMinor));
}

async function timeline(shop: TestShop): Promise<string[]> {
  const { db, shop: row } = await shop.context();
  const lines = await db.prisma.activity.findMany({
    where: { shopId: row.id, kind: "billing.price_step" },
  });
  return lines.map(({ message }) => message);
}

/** The product's own price, in minor units. */
const full = async (shop: TestShop): Promise<number> => {
  const { platform } = await shop.context();
  const { items } = await platform.searchProducts("", null);
  return items.find(({ productId }) => productId === 7001)?.priceMinor ?? 0;
};

describe("a discount for the first charges", () => {
  test("ends after them, is said once on the timeline, and the next charge shows its full price before", async () => {
    const shop = await buy(2);
    const price = await full(shop);
    const discounted = Math.round(price * 0.75);
    expect(await charge(shop, 1)).toEqual([discounted]);
    const { nextChargeMinor, deliveryMinor } = await subscriptionOf(shop);
    expect(Number((nextChargeMinor ?? 0n) - deliveryMinor)).toBe(price);
    expect(await charge(shop, 2)).toEqual([discounted, price, price]);
    expect(await timeline(shop)).toEqual([
      expect.stringContaining("the first 2 charges has ended"),
    ]);
  });

  test("of one charge ends with the checkout", async () => {
    const shop = await buy(1);
    expect(await charge(shop, 1)).toEqual([await full(shop)]);
    expect(await timeline(shop)).toHaveLength(1);
  });

  test("that is over does not come back with a contract that starts again, though its step was not written", async () => {
    const shop = await buy(1, true);
    const context = await shop.context();
    const row = await subscriptionOf(shop);
    const price = await full(shop);
    expect(Number(row.priceMinor)).toBe(Math.round(price * 0.75));
    const { subscription } = await cancelSubscription(context, row, null);
    expect(await planReactivation(context, subscription)).toMatchObject({
      outcome: "possible",
      plan: { contract: { lines: [{ priceMinor: price, pricing: { steps: [] } }] } },
    });
  });

  test("stays where it has no end", async () => {
    const shop = await buy(null);
    const discounted = Math.round((await full(shop)) * 0.75);
    expect(await charge(shop, 2)).toEqual([discounted, discounted]);
    expect(await timeline(shop)).toEqual([]);
  });

  test("ends once when sixteen workers are at it, and when answers are lost", async () => {
    const shop = await buy(2);
    await charge(shop, 1);
    const { id, shopId } = await subscriptionOf(shop);
    const context = await shop.context();
    await context.db.prisma.subscription.update({
      where: { shopId_id: { shopId, id } },
      data: { priceStep: 0 },
    });
    const lost = {
      status: 502,
      count: 2,
      after: "after-effect",
      operation: "subscriptionDraftCommit",
    };
    expect((await shop.control("fail-next", lost)).status).toBe(200);
    await Promise.allSettled(Array.from({ length: 16 }, () => billSubscription(context, id)));
    await billSubscription(context, id);
    await shop.quiet();
    expect((await subscriptionOf(shop)).priceStep).toBe(2);
    expect((await charge(shop, 1)).at(-1)).toBe(await full(shop));
  });

  test("is not charged once more while the platform does not take the full price", async () => {
    const shop = await buy(2);
    const down = { status: 503, count: 60, operation: "subscriptionDraftLineUpdate" };
    expect((await shop.control("fail-next", down)).status).toBe(200);
    const discounted = Math.round((await full(shop)) * 0.75);
    await charge(shop, 1);
    const { nextBillingAt } = await subscriptionOf(shop);
    if (!nextBillingAt) throw new Error("There is no next date.");
    await goTo(shop, nextBillingAt).catch(() => null);
    const after = await charge(shop, 0);
    expect(after.filter((amount) => amount === discounted)).toHaveLength(1);
  });

  test("does not come back over a price that was set later", async () => {
    const shop = await buy(2);
    await charge(shop, 1);
    const { platformContractId } = await subscriptionOf(shop);
    const { platform } = await shop.context();
    const contractId = Number(platformContractId);
    const contract = await platform.getContract(contractId);
    const lineGid = contract?.lines[0]?.lineGid ?? "";
    const { draftId } = await platform.draftContractChange(contractId, {
      kind: "set_prices",
      prices: [{ lineGid, priceMinor: 777 }],
      currency: contract?.currency ?? "",
      nextBillingAt: null,
    });
    await platform.commitContractChange(draftId, contractId);
    await shop.quiet();
    expect((await charge(shop, 2)).slice(1)).toEqual([777, 777]);
  });
});
