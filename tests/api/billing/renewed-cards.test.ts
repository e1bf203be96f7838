import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { setLinePrice, TOO_MUCH } from "#tests/support/contract-draft.ts";
import { due, ofStates, setDunning, zone } from "#tests/support/failing-charges.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** A store whose one charge has failed with a code, a day ago. */
async function failedWith(code: string) {
  const at = await due(testApp);
  await at.subscription.nextPayments(code);
  await goTo(at.shop, addDays(at.due, 1, zone));
  expect(await states(at.subscription)).toEqual(["failed"]);
  return at;
}

const states = async (subscription: BilledSubscription) => ofStates(await subscription.charges());

/** The bank's new card, under the id that the contract has. */
async function renew(shop: TestShop, subscription: BilledSubscription, card: object = {}) {
  const { paymentMethod } = await subscription.row();
  const method = { payment_method_id: paymentMethod, ...card };
  const { status, body } = await shop.control("payment-methods/renew", method);
  expect(status, JSON.stringify(body)).toBe(200);
}

/** What is due now, after all that was told. */
async function nextMinute(shop: TestShop) {
  await shop.quiet();
  await shop.control("clock", { advance: "PT1M" });
}

describe("a card that is renewed under the same id", () => {
  test.each(["EXPIRED_CARD", "CARD_DECLINED", "INSUFFICIENT_FUNDS", "AUTHENTICATION_REQUIRED"])(
    "is charged at once after %s",
    async (code) => {
      const { shop, subscription } = await failedWith(code);
      await renew(shop, subscription, { expires: "2098-03" });
      await nextMinute(shop);
      expect(await states(subscription)).toEqual(["failed", "success"]);
      expect(await subscription.cycles()).toMatchObject([{ state: "paid" }]);
    },
  );

  test.each(["FRAUD_SUSPECTED", "TRANSIENT_ERROR", "INSUFFICIENT_INVENTORY"])(
    "changes nothing after %s, which no card is to blame for",
    async (code) => {
      const { shop, subscription, due: date } = await due(testApp);
      await subscription.nextPayments(...Array(9).fill(code));
      await goTo(shop, new Date(date.getTime() + 60_000));
      const [before] = await subscription.cycles();
      await renew(shop, subscription, { expires: "2098-03" });
      await nextMinute(shop);
      expect(await states(subscription)).toEqual(["failed"]);
      const [after] = await subscription.cycles();
      expect(after).toMatchObject({ step: before?.step, stepAt: before?.stepAt });
    },
  );

  test("is charged at once also where another contract that it pays cannot be stored", async () => {
    const { shop, due: date, subscription: spoiled } = await due(testApp);
    const own = await billedSubscription(shop, { cid: spoiled.cid, next_billing_date: date });
    for (const one of [spoiled, own]) await one.nextPayments("EXPIRED_CARD");
    await goTo(shop, addDays(date, 1, zone));
    await setLinePrice(shop, spoiled.contractId, TOO_MUCH);
    await shop.quiet({ mayFail: true });
    await renew(shop, own, { expires: "2098-03" });
    await shop.quiet({ mayFail: true });
    await shop.control("clock", { advance: "PT1M" });
    expect(await states(own)).toEqual(["failed", "success"]);
    const items = await listAttention(await shop.context());
    expect(items.filter(({ kind }) => kind === "set_aside")).toMatchObject([
      { thing: { kind: "contract", key: String(spoiled.contractId) } },
    ]);
    await setLinePrice(shop, spoiled.contractId, "15.00");
    await shop.quiet();
    await shop.control("clock", { advance: "PT1M" });
    expect(await states(spoiled)).toEqual(["failed", "success"]);
  });

  test("is charged at once too when it was renewed while the old one waited for the bank", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("ACTION_REQUIRED");
    await goTo(shop, addDays(date, 1, zone));
    await renew(shop, subscription, { expires: "2098-03" });
    await nextMinute(shop);
    const [waiting] = await subscription.attempts();
    const result = "CONFIRMATION_REJECTED";
    await shop.control(`attempts/${waiting?.platformAttemptId}/challenge`, { result });
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed", "success"]);
  });

  test("is charged once, however often the webhook comes", async () => {
    const { shop, subscription } = await failedWith("EXPIRED_CARD");
    await subscription.nextPayments("CARD_DECLINED");
    await shop.control("webhooks", { duplicate: 4, reorder: true });
    await renew(shop, subscription, { expires: "2098-03", last_digits: "1881" });
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed", "failed"]);
    expect(await subscription.row()).toMatchObject({ cardLastDigits: "1881" });
  });

  test("is charged at once too where it looks the same, as PayPal's agreement does", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await shop.control(`contracts/${subscription.contractId}/payment-method`, { type: "paypal" });
    await subscription.nextPayments("PAYMENT_METHOD_DECLINED");
    await goTo(shop, addDays(date, 1, zone));
    await renew(shop, subscription);
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed", "success"]);
  });

  test("is found by the next night when the webhook is lost", async () => {
    const { shop, subscription } = await failedWith("EXPIRED_CARD");
    await shop.control("webhooks", { lose: true });
    await renew(shop, subscription, { expires: "2098-03" });
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed"]);
    await reconcileShop(await shop.context());
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed", "success"]);
  });

  test.each(["pause", "cancel", "skip"])(
    "is found before the deadline's %s when the webhook is lost",
    async (finalAction) => {
      const { shop, subscription } = await failedWith("EXPIRED_CARD");
      const settings = { retryDays: [2, 4], finalAction };
      const inventory = { retryDays: [1], finalAction: "skip", oversell: false };
      await setDunning(shop, { ...settings, inventory });
      await withoutReconciliation(shop);
      await shop.control("webhooks", { lose: true });
      await renew(shop, subscription, { expires: "2098-03" });
      await goTo(shop, addDays(new Date((await shop.context()).clock.now()), 14, zone));
      expect(await states(subscription)).toEqual(["failed", "success"]);
      expect((await subscription.row()).status).toBe("active");
    },
  );

  test("that the platform revokes is not charged again", async () => {
    const { shop, subscription } = await failedWith("EXPIRED_CARD");
    const { paymentMethod } = await subscription.row();
    await shop.control("payment-methods/revoke", { payment_method_id: paymentMethod });
    await nextMinute(shop);
    expect(await states(subscription)).toEqual(["failed"]);
    expect(await subscription.row()).toMatchObject({ paymentMethod: null, status: "active" });
  });

  test("is shown where nothing is owed, and charges nothing", async () => {
    const { shop, subscription } = await due(testApp);
    await renew(shop, subscription, { expires: "2098-03", last_digits: "1881" });
    await nextMinute(shop);
    expect(await states(subscription)).toEqual([]);
    expect(await subscription.row()).toMatchObject({ cardLastDigits: "1881" });
  });
});

/** As where the daily comparison does not run: what is asked at the deadline is asked then. */
async function withoutReconciliation(shop: TestShop) {
  const { db, shop: row } = await shop.context();
  await db.prisma.dueTask.deleteMany({ where: { shopId: row.id, kind: "reconcile-shop" } });
}
