import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billSubscription } from "#app/domain/billing/charging/bill-subscription.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Whatever happens twice, at once or half, the platform has charged each cycle once.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
});
afterAll(() => testApp.close());

const loseAnswers = (operation: string, count: number) =>
  shop.control("fail-next", { status: 502, count, after: "after-effect", operation });

/** Whether webhooks never arrive from now on. */
const loseWebhooks = async (lose: boolean) =>
  expect((await shop.control("webhooks", { lose })).status).toBe(200);

/** A contract that is due, and of which the app's own worker knows nothing. */
async function dueNow(): Promise<BilledSubscription> {
  const { clock, db, shop: row } = await shop.context();
  const due = addDays(clock.now(), 1, zone);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  await db.prisma.dueTask.deleteMany({ where: { shopId: row.id, kind: "bill-subscription" } });
  await goTo(shop, addDays(due, 1, zone));
  expect(await subscription.charges()).toEqual([]);
  return subscription;
}

const bill = async (subscription: BilledSubscription) => {
  const { id } = await subscription.row();
  await billSubscription(await shop.context(), id);
};
const successes = (charges: { state: string }[]) =>
  charges.filter(({ state }) => state === "success").length;

describe("a charge", () => {
  test("that sixteen workers begin at once is made once", async () => {
    const subscription = await dueNow();
    const results = await Promise.allSettled(Array.from({ length: 16 }, () => bill(subscription)));
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    await shop.quiet();
    expect(await subscription.charges()).toEqual([
      { key: `${subscription.contractId}:1:1`, state: "success" },
    ]);
    expect(await subscription.attempts()).toHaveLength(1);
  });

  test("that sixteen workers try again at once with a new card is planned and told once", async () => {
    const subscription = await dueNow();
    await subscription.nextPayments("INSUFFICIENT_FUNDS");
    await bill(subscription);
    await shop.quiet();
    const { clock, db } = await shop.context();
    const { id, shopId } = await subscription.row();
    await db.prisma.subscription.update({
      where: { shopId_id: { shopId, id } },
      data: { paymentMethodChangedAt: addDays(clock.now(), 1, zone) },
    });
    await Promise.all(Array.from({ length: 16 }, () => bill(subscription)));
    await shop.quiet();
    expect((await subscription.charges()).map(({ state }) => state)).toEqual(["failed", "success"]);
    const kinds = (await subscription.timeline()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "billing.replanned")).toHaveLength(1);
  });

  test("whose answer is lost again and again is made once, with one key", async () => {
    const subscription = await dueNow();
    await loseWebhooks(true);
    await loseAnswers("subscriptionBillingAttemptCreate", 4);
    await expect(bill(subscription)).rejects.toThrow("gave no answer");
    expect((await subscription.attempts()).map(({ status }) => status)).toEqual(["starting"]);
    await bill(subscription);
    await bill(subscription);
    expect(successes(await subscription.charges())).toBe(1);
    expect((await subscription.attempts()).map(({ status }) => status)).toEqual(["success"]);
    await loseWebhooks(false);
  });

  test.each(["THROTTLED", "PROCESSING_FAILED", "CONTRACT_UNDER_REVIEW"])(
    "that the platform cannot take for now (%s) is made at the next try, with the same key, and counts as no failure",
    async (code) => {
      const subscription = await dueNow();
      const operation = "subscriptionBillingAttemptCreate";
      await shop.control("refuse-next", { operation, code, message: "Not now" });
      await expect(bill(subscription)).rejects.toMatchObject({ kind: "unavailable" });
      const [waiting] = await subscription.attempts();
      expect(waiting).toMatchObject({ status: "starting", attemptNumber: 1 });
      await bill(subscription);
      await shop.quiet();
      expect(await subscription.charges()).toEqual([
        { key: waiting?.idempotencyKey, state: "success" },
      ]);
      expect((await subscription.attempts()).map(({ status }) => status)).toEqual(["success"]);
      const kinds = (await subscription.timeline()).map(({ kind }) => kind);
      expect(kinds.filter((kind) => /failed|retry|past_due/.test(kind))).toEqual([]);
    },
  );

  test("that was made before the contract was paused is found again by its key", async () => {
    const subscription = await dueNow();
    await loseWebhooks(true);
    await loseAnswers("subscriptionBillingAttemptCreate", 4);
    await expect(bill(subscription)).rejects.toThrow("gave no answer");
    await loseWebhooks(false);
    await (await shop.context()).platform.pauseContract(subscription.contractId, "merchant");
    await bill(subscription);
    await shop.quiet();
    expect((await subscription.attempts()).map(({ status }) => status)).toEqual(["success"]);
    expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["paid"]);
  });

  test("that the platform refuses because the contract is paused leaves no attempt and an ended cycle", async () => {
    const subscription = await dueNow();
    const { platform } = await shop.context();
    await platform.pauseContract(subscription.contractId, "merchant");
    await shop.quiet();
    const { db, shop: row } = await shop.context();
    await db.prisma.subscription.updateMany({
      where: { shopId: row.id, platformContractId: BigInt(subscription.contractId) },
      data: { status: "active", platformStatus: "active", platformUpdatedAt: new Date(0) },
    });
    await bill(subscription);
    await shop.quiet();
    expect(await subscription.attempts()).toEqual([]);
    expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["given_up"]);
    expect(await subscription.charges()).toEqual([]);
  });

  test("is not made again when the next date could not be written: that is done later", {
    meta: { slow: "pauses between tries of a platform that fails" },
  }, async () => {
    const subscription = await dueNow();
    await bill(subscription);
    await shop.control("fail-next", {
      status: 503,
      count: 100,
      after: "before-effect",
      operation: "subscriptionContractSetNextBillingDate",
    });
    await shop.quiet({ mayFail: true });
    for (let times = 0; times < 2; times += 1) await bill(subscription).catch(() => {});
    expect(successes(await subscription.charges())).toBe(1);
    await shop.control("clear-faults");
    await bill(subscription);
    expect(
      ((await subscription.row()).nextBillingAt ?? 0) > (await shop.context()).clock.now(),
    ).toBe(true);
  });
});

test("one store's charge is never another store's", async () => {
  const other = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const subscription = await dueNow();
  const { id } = await subscription.row();
  const context = await other.context();
  await billSubscription(openShop(testApp.app, context.shop, context.actor), id);
  expect(await subscription.charges()).toEqual([]);
});
