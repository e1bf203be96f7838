import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { followShop } from "#app/domain/installation/follow-shop.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { due, ofStates, zone } from "#tests/support/failing-charges.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A store whose currency was changed on the platform cannot charge its contracts. When it is set back, they are charged at once.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const states = async (subscription: BilledSubscription) => ofStates(await subscription.charges());

async function currency(shop: TestShop, code: string) {
  const { status, body } = await shop.control("shop", { currency: code });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet({ mayFail: true });
}

/** What is due now, after all that was told. */
async function nextMinute(shop: TestShop) {
  await shop.quiet({ mayFail: true });
  await shop.control("clock", { advance: "PT1M" });
}

/** A store in yen with one charge of USD that has failed, a day ago. */
async function failedInYen() {
  const at = await due(testApp);
  await currency(at.shop, "JPY");
  await goTo(at.shop, addDays(at.due, 1, zone));
  expect(await states(at.subscription)).toEqual(["failed"]);
  return at;
}

const CAUSE = "The store's currency on the platform was JPY, and the charge is in USD.";

const waiting = async (shop: TestShop) =>
  (await listAttention(await shop.context())).flatMap((item) =>
    item.kind === "charges_wait_for_merchant" ? [[item.code, item.charges, item.reason]] : [],
  );

describe("a charge that fails because the store's currency was changed", () => {
  test("names the store's currency as the cause, everywhere", async () => {
    const { shop, subscription } = await failedInYen();
    const [cycle] = await subscription.cycles();
    expect(cycle).toMatchObject({
      step: "stop",
      reason: `${CAUSE} The charge is retried as soon as the currency is set back.`,
    });
    const [attempt] = await subscription.attempts();
    expect(attempt).toMatchObject({ errorCode: "INVALID_CURRENCY", errorMessage: CAUSE });
    expect(await waiting(shop)).toEqual([["INVALID_CURRENCY", 1, CAUSE]]);
  });

  test("is made at once when it is set back, and the next ones on their days", async () => {
    const { shop, subscription } = await failedInYen();
    await goTo(shop, addDays((await shop.context()).clock.now(), 5, zone));
    await currency(shop, "USD");
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed", "success"]);
    expect(await subscription.cycles()).toMatchObject([{ state: "paid" }]);
    await goTo(shop, addDays((await shop.context()).clock.now(), 40, zone));
    expect((await states(subscription)).slice(0, 3)).toEqual(["failed", "success", "success"]);
  });

  test("is made once, however often the news comes", async () => {
    const { shop, subscription } = await failedInYen();
    await subscription.nextPayments("CARD_DECLINED");
    await shop.control("webhooks", { duplicate: 4, reorder: true });
    await currency(shop, "USD");
    await Promise.all([1, 2, 3].map(async () => followShop(await shop.context())));
    await nextMinute(shop);
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed", "failed"]);
  });

  test("is not made again a second time where the currency is refused once more", async () => {
    const { shop, subscription } = await failedInYen();
    await subscription.nextPayments("INVALID_CURRENCY");
    await currency(shop, "USD");
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed", "failed"]);
    await followShop(await shop.context());
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed", "failed"]);
    expect(await subscription.cycles()).toMatchObject([
      { step: "stop", reason: expect.stringContaining("payment method does not accept") },
    ]);
  });

  test("waits on in a third currency, and is made once the first is back", async () => {
    const { shop, subscription } = await failedInYen();
    await currency(shop, "CHF");
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed"]);
    await currency(shop, "USD");
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed", "success"]);
  });

  test("is found by the next night when the news of the return is lost", async () => {
    const { shop, subscription } = await failedInYen();
    await shop.control("webhooks", { lose: true });
    await currency(shop, "USD");
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed"]);
    await reconcileShop(await shop.context());
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed", "success"]);
  });

  test("names the cause, and is made later, also where nobody told of the change", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await shop.control("webhooks", { lose: true });
    await currency(shop, "JPY");
    await goTo(shop, new Date(date.getTime() + 60 * 60_000));
    await shop.quiet({ mayFail: true });
    expect(await subscription.cycles()).toMatchObject([{ reason: expect.stringContaining(CAUSE) }]);
    await shop.control("webhooks", { lose: false });
    await currency(shop, "USD");
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed", "success"]);
  });

  test("is not made for whoever is paused by then", async () => {
    const { shop, subscription } = await failedInYen();
    const { id } = await subscription.row();
    const paused = await shop.core(`/subscriptions/sub_${id}/pause`, { body: { duration: 5 } });
    expect(paused.status, JSON.stringify(paused.body)).toBe(200);
    await nextMinute(shop);
    await currency(shop, "USD");
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed"]);
  });
});

test("many are found with one statement, and each is made once", async () => {
  const { shop, due: date, subscription } = await due(testApp);
  const others = [];
  for (let count = 0; count < 4; count += 1) {
    others.push(await billedSubscription(shop, { next_billing_date: date }));
  }
  await currency(shop, "JPY");
  await goTo(shop, addDays(date, 1, zone));
  expect(await waiting(shop)).toEqual([["INVALID_CURRENCY", 5, CAUSE]]);
  await currency(shop, "USD");
  await nextMinute(shop);
  for (const one of [subscription, ...others]) {
    expect(await states(one)).toEqual(["failed", "success"]);
  }
});

test("a charge whose currency is not accepted stays as it is when the store's currency comes and goes", async () => {
  const { shop, due: date, subscription } = await due(testApp);
  await subscription.nextPayments("INVALID_CURRENCY");
  await goTo(shop, addDays(date, 1, zone));
  const [before] = await subscription.cycles();
  expect(before).toMatchObject({
    step: "stop",
    reason: expect.stringContaining("payment method does not accept"),
  });
  await currency(shop, "JPY");
  await nextMinute(shop);
  await currency(shop, "USD");
  await nextMinute(shop);
  expect(await states(subscription)).toEqual(["failed"]);
  const [after] = await subscription.cycles();
  expect(after).toMatchObject({ step: "stop", reason: before?.reason });
});
