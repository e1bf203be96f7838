import { afterAll, beforeAll, expect, test } from "vitest";
import { goTo, goToRetry } from "#tests/support/billed-subscription.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { type CreditOwner, creditOwner } from "#tests/support/credit-owner.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A charge of 15.00 has failed, and holds credit for its retry. Then somebody takes 20 % off: of the price, before credit pays.

let testApp: TestApp;
let shop: TestShop;
let owner: CreditOwner;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

async function failedWithCredit(creditMinor: number) {
  shop = await testApp.createShop();
  owner = await creditOwner(shop);
  await owner.credit(creditMinor);
  await owner.subscription.nextPayments("INSUFFICIENT_FUNDS", "success");
  await goTo(shop, owner.dueAt);
  expect(await owner.account()).toEqual({ availableMinor: 0, heldMinor: creditMinor });
}

async function acceptFifthOff() {
  const rules = {
    type: "discount_price",
    discount_type: "percentage",
    discount_value: 20,
    cycles: 1,
  };
  const offer = await createOffer(shop, rules as never);
  const path = `/membership/churn/${owner.subscription.contractId}/offers/${offer}/activation`;
  const { status } = await shop.proxy(path, { key: shop.key, method: "POST" });
  expect(status).toBe(200);
  await shop.quiet();
}

test.each([
  ["pays a part", 600, 600, 600, 0],
  ["covered the whole price", 1500, 0, 1200, 300],
])(
  "an offer that is accepted while credit %s takes its share of the price, and the rest is what people were told",
  { meta: { slow: "a charge, and days later its retry" } },
  async (_, creditMinor, charged, used, left) => {
    await failedWithCredit(creditMinor);
    await acceptFifthOff();
    await goToRetry(shop, owner.subscription);
    expect((await owner.lastOrder()).totalMinor).toBe(charged);
    expect(await owner.account()).toEqual({ availableMinor: left, heldMinor: 0 });
    expect((await owner.entries()).at(-1)).toEqual([2, -used]);
    expect(await owner.discounts()).toEqual([]);
  },
);

test("credit goes back with its discount, and the offer stays, when a run is broken off that has put credit last", async () => {
  await failedWithCredit(600);
  await acceptFifthOff();
  const [failed] = await owner.subscription.attempts();
  const lost = {
    status: 502,
    count: 4,
    after: "after-effect",
    operation: "subscriptionDraftCommit",
  };
  expect((await shop.control("fail-next", lost)).status).toBe(200);
  const retry = await shop.core(`/billing-attempts/bat_${failed?.id}/retry`, { method: "POST" });
  expect(retry.status).toBe(500);
  const [offer, credit] = (await owner.discounts()) ?? [];
  expect(credit).toBe("Store credit");
  const { platform } = await shop.context();
  await platform.pauseContract(owner.subscription.contractId, "customer");
  await shop.quiet();
  expect(await owner.account()).toEqual({ availableMinor: 600, heldMinor: 0 });
  expect(await owner.discounts()).toEqual([offer]);
});

test("credit that the merchant has taken off stays off, whatever discount has come since", async () => {
  await failedWithCredit(600);
  await acceptFifthOff();
  const control = `contracts/${owner.subscription.contractId}/discounts`;
  expect((await shop.control(control, { remove: "Store credit" })).status).toBe(200);
  await shop.quiet();
  await goToRetry(shop, owner.subscription);
  expect((await owner.lastOrder()).totalMinor).toBe(1200);
  expect(await owner.account()).toEqual({ availableMinor: 600, heldMinor: 0 });
});
