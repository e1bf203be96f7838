import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billSubscription } from "#app/domain/billing/charging/bill-subscription.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { isTrialFee } from "#app/domain/subscriptions/charges/trial-fee.ts";
import { refreshContract } from "#app/domain/subscriptions/store-contract.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { goTo, goToRetry } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  buy,
  chargesOf,
  fourteen,
  linesOfTimeline,
  rowOf,
  trialShop,
  zone,
} from "#tests/support/trials.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** The platform does not answer when a contract is to be changed. */
async function refuseDrafts(shop: TestShop, count: number): Promise<void> {
  const operation = "subscriptionContractUpdate";
  const { status } = await shop.control("fail-next", { status: 500, count, operation });
  expect(status).toBe(200);
}

describe("a subscription to a plan with a trial", () => {
  test("may be free, longer than the interval, and go on with a discount", async () => {
    const { shop, planId, group } = await trialShop(
      testApp,
      { days: 45, fee: "0.00" },
      { discount: { type: "percentage", percentage: 50 } },
    );
    expect(group.plans[0]).toMatchObject({
      trial: { days: 45, feeMinor: 0 },
      pricing: { discount: { kind: "percentage", percentage: 50 }, cycles: null },
    });
    const contractId = await buy(shop, planId);
    await shop.quiet();
    const row = await rowOf(shop, contractId);
    const full = (await shop.platformContract(contractId))?.priceMinor ?? 0;
    expect(full).toBeGreaterThan(0);
    expect(row.priceMinor).toBe(BigInt(full));
    await goTo(shop, addDays(row.platformCreatedAt, 44, zone));
    expect(await chargesOf(shop, row.id)).toEqual([]);
    await goTo(shop, addDays(row.platformCreatedAt, 46, zone));
    expect(await chargesOf(shop, row.id)).toHaveLength(1);
  });

  test("begins once: webhooks come twice, the answer is lost, and several workers are at it", async () => {
    const { shop, planId } = await trialShop(testApp, fourteen);
    expect((await shop.control("webhooks", { duplicate: 1 })).status).toBe(200);
    const operation = "subscriptionDraftCommit";
    const lost = { status: 502, count: 1, after: "after-effect", operation };
    expect((await shop.control("fail-next", lost)).status).toBe(200);
    const contractId = await buy(shop, planId);
    await shop.quiet();
    const { id } = await rowOf(shop, contractId);
    const context = await shop.context();
    await Promise.all(Array.from({ length: 4 }, () => billSubscription(context, id)));
    await shop.quiet();
    const row = await rowOf(shop, contractId);
    expect(row.trialState).toBe("running");
    expect(row.nextBillingAt).toEqual(addDays(row.platformCreatedAt, 14, zone));
    expect(await linesOfTimeline(shop, id, "subscription.trial_started")).toHaveLength(1);
    expect((await shop.platformContract(contractId))?.priceMinor).toBe(1490);
  });

  test("begins by the daily comparison when no webhook came", async () => {
    const { shop, planId } = await trialShop(testApp, fourteen);
    await shop.control("webhooks", { lose: 100 });
    const contractId = await buy(shop, planId);
    await shop.quiet();
    await reconcileShop(await shop.context());
    await shop.quiet();
    const row = await rowOf(shop, contractId);
    expect(row).toMatchObject({ trialState: "running" });
    expect(row.nextBillingAt).toEqual(row.trialEndsAt);
  });

  test("is never charged the fee again, nor at all, while the platform has not taken its full price", async () => {
    const { shop, planId } = await trialShop(testApp, fourteen);
    await refuseDrafts(shop, 100);
    const contractId = await buy(shop, planId);
    await shop.quiet();
    const { id, trialState } = await rowOf(shop, contractId);
    expect(trialState).toBe("to_start");
    const context = await shop.context();
    const late = { now: () => addDays(context.clock.now(), 40, zone) };
    await expect(billSubscription({ ...context, clock: late }, id)).rejects.toThrow();
    expect(await chargesOf(shop, id)).toEqual([]);
  });

  test("does not begin when it was canceled in between", async () => {
    const { shop, planId } = await trialShop(testApp, fourteen);
    await refuseDrafts(shop, 100);
    const contractId = await buy(shop, planId);
    await shop.quiet();
    const { id, trialState } = await rowOf(shop, contractId);
    expect(trialState).toBe("to_start");
    await shop.control("webhooks", { lose: 100 });
    await askPlatform(
      shop,
      `mutation ($id: ID!) { subscriptionContractCancel(subscriptionContractId: $id) { userErrors { message } } }`,
      { id: `gid://shopify/SubscriptionContract/${contractId}` },
    );
    expect((await shop.control("clear-faults")).status).toBe(200);
    const context = await shop.context();
    await billSubscription(context, id);
    await refreshContract(context, contractId);
    expect(await rowOf(shop, contractId)).toMatchObject({ status: "cancelled" });
    expect(await linesOfTimeline(shop, id, "subscription.trial_started")).toEqual([]);
  });

  test("keeps its trial's end with the charge that a pause moves", async () => {
    const { shop, planId } = await trialShop(testApp, fourteen);
    const contractId = await buy(shop, planId);
    await shop.quiet();
    const { id, trialEndsAt } = await rowOf(shop, contractId);
    await shop.core(`/subscriptions/sub_${id}/pause`, { body: { duration: 10 } });
    await goTo(shop, addDays(trialEndsAt ?? new Date(), -2, zone));
    const row = await rowOf(shop, contractId);
    expect(row).toMatchObject({ status: "active", trialState: "running" });
    expect(row.trialEndsAt).toEqual(row.nextBillingAt);
    expect(row.trialEndsAt?.getTime()).toBeGreaterThan(trialEndsAt?.getTime() ?? 0);
  });

  test("is in its trial until the first full charge goes through", async () => {
    const { shop, planId } = await trialShop(testApp, fourteen);
    const contractId = await buy(shop, planId);
    await shop.quiet();
    const results = ["INSUFFICIENT_FUNDS", "success"];
    await shop.control(`contracts/${contractId}/payments`, { results });
    const { trialEndsAt, id } = await rowOf(shop, contractId);
    await goTo(shop, addDays(trialEndsAt ?? new Date(), 1, zone));
    expect((await rowOf(shop, contractId)).trialState).toBe("running");
    await goToRetry(shop, { contractId });
    expect((await rowOf(shop, contractId)).trialState).toBe("over");
    expect(await chargesOf(shop, id)).toHaveLength(1);
  });
});

describe("a subscription that was not bought with a trial", () => {
  test("has none, although its plan has one by now", async () => {
    const { shop, planId } = await trialShop(testApp, fourteen);
    const { contractId } = await shop.createContract({ plan_id: planId, price: "14.90" });
    const row = await rowOf(shop, contractId);
    expect(row).toMatchObject({ trialState: null, trialEndsAt: null });
    expect(row.paidUntil).toEqual(row.nextBillingAt);
    expect(isTrialFee(row, "checkout")).toBe(false);
  });
});

describe("a trial is refused, with the reason", () => {
  test.each<[string, object, string, RegExp]>([
    [
      "beside a discount that ends",
      { trial: fourteen, discountCycles: 3 },
      "plans.0.discountCycles",
      /two prices/,
    ],
    ["of no day", { trial: { days: 0, fee: "1.00" } }, "plans.0.trial.days", /At least 1 day/],
    ["of two years", { trial: { days: 730, fee: "1.00" } }, "plans.0.trial.days", /At most 365/],
    ["with no fee", { trial: { days: 3, fee: "" } }, "plans.0.trial.fee", /Give an amount/],
    [
      "with a fee below zero",
      { trial: { days: 3, fee: "-1.00" } },
      "plans.0.trial.fee",
      /0 or more/,
    ],
  ])("%s", async (_what, rest, field, text) => {
    const error = await trialShop(testApp, fourteen, rest).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "invalid_input" });
    const { fields } = error as { fields: Record<string, string[]> };
    expect(fields[field]?.join()).toMatch(text);
  });
});
