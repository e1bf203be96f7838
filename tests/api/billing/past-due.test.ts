import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { listChargesToConfirm } from "#app/domain/billing/attempts/list-to-confirm.ts";
import { retryAttempt } from "#app/domain/billing/attempts/retry-attempt.ts";
import { skipPastDue } from "#app/domain/billing/changes/skip-past-due.ts";
import { listPastDue } from "#app/domain/billing/past-due/list-past-due.ts";
import { addDays, addInterval, formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const zone = "Europe/Berlin";
const everything = { limit: 25, offset: 0 };
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** A store with a subscription whose charge has just failed. */
async function failed(
  code: string,
  { times = 1, ...contract }: Record<string, unknown> & { times?: number } = {},
): Promise<{ shop: TestShop; due: Date; subscription: BilledSubscription }> {
  const shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const due = addDays((await shop.context()).clock.now(), 2, zone);
  const subscription = await billedSubscription(shop, { next_billing_date: due, ...contract });
  await subscription.nextPayments(...Array<string>(times).fill(code));
  await goTo(shop, addDays(due, 1, zone));
  return { shop, due, subscription };
}

const list = async (shop: TestShop, filter = {}) =>
  listPastDue(await shop.context(), filter, "failed", everything);
const skip = async (shop: TestShop, subscription: BilledSubscription) => {
  const { id } = await subscription.row();
  await skipPastDue(await shop.context(), { subscriptionId: id, cycleIndex: 1 });
};
const dayOf = (date: Date | null) => date && formatDate(date, zone);

describe("the list of failed payments", () => {
  test("shows the reason, the next step and the attempts so far, and can be narrowed to a step", async () => {
    const { shop, subscription } = await failed("INSUFFICIENT_FUNDS");
    const { pastDue, total } = await list(shop, { step: "retry" });
    const { id } = await subscription.row();
    const [attempt] = await subscription.attempts();
    expect(total).toBe(1);
    expect(pastDue).toMatchObject([
      {
        subscriptionId: id,
        cycleIndex: 1,
        amountMinor: 1500n,
        currency: "EUR",
        step: "retry",
        attempts: 1,
        retryable: attempt?.id,
        reason: expect.stringContaining("did not have enough funds"),
        customer: { email: expect.any(String) },
      },
    ]);
    expect(await list(shop, { step: "stop" })).toEqual({ pastDue: [], total: 0 });
  });

  test("knows the total on a page behind the end, and nothing of another store", async () => {
    const { shop } = await failed("EXPIRED_CARD");
    const behind = await listPastDue(await shop.context(), {}, "failed", { limit: 25, offset: 25 });
    expect(behind).toEqual({ pastDue: [], total: 1 });
    expect(await list(await testApp.createShop())).toEqual({ pastDue: [], total: 0 });
  });

  test("lets a charge go that has been repeated with success", async () => {
    const { shop, subscription } = await failed("EXPIRED_CARD");
    const [attempt] = await subscription.attempts();
    await retryAttempt(await shop.context(), attempt?.id ?? 0n);
    await shop.quiet();
    expect(await list(shop)).toEqual({ pastDue: [], total: 0 });
  });
});

describe("a failed charge that is skipped", () => {
  test("is not retried, and the next one is made on its usual date", async () => {
    const { shop, due, subscription } = await failed("CARD_DECLINED");
    await skip(shop, subscription);
    const month = addInterval(due, { unit: "month", count: 1 }, zone);
    expect(dayOf((await subscription.row()).nextBillingAt)).toBe(dayOf(month));
    await goTo(shop, addDays(month, 1, zone));
    expect((await subscription.charges()).map(({ key }) => key)).toEqual(
      ["1:1", "2:1"].map((place) => `${subscription.contractId}:${place}`),
    );
    expect(await subscription.timeline()).toContainEqual({
      kind: "billing.skipped",
      message: `The charge of ${formatDate(due, zone)} is skipped. It is not retried.`,
    });
  });

  test("brings no other charge at once when a date has passed meanwhile", async () => {
    const { shop, due, subscription } = await failed("CARD_DECLINED", {
      times: 9,
      interval_name: "week",
      interval_count: 1,
    });
    await goTo(shop, addDays(due, 9, zone));
    const before = (await subscription.charges()).length;
    await skip(shop, subscription);
    expect(await subscription.charges()).toHaveLength(before);
    expect(dayOf((await subscription.row()).nextBillingAt)).toBe(dayOf(addDays(due, 14, zone)));
  });

  test("sixteen times at once is skipped once", async () => {
    const { shop, subscription } = await failed("CARD_DECLINED");
    await Promise.all(Array.from({ length: 16 }, () => skip(shop, subscription)));
    const lines = (await subscription.timeline()).filter(({ kind }) => kind === "billing.skipped");
    expect(lines).toHaveLength(1);
    expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["skipped"]);
  });

  test("while it is repeated is either skipped or paid, never both", async () => {
    const { shop, subscription } = await failed("CARD_DECLINED");
    const [attempt] = await subscription.attempts();
    await Promise.allSettled([
      skip(shop, subscription),
      retryAttempt(await shop.context(), attempt?.id ?? 0n),
    ]);
    await shop.quiet();
    const [cycle] = await subscription.cycles();
    const states = (await subscription.charges()).map(({ state }) => state);
    expect(states).toEqual(cycle?.state === "paid" ? ["failed", "success"] : ["failed"]);
    expect(["paid", "skipped"]).toContain(cycle?.state);
  });

  test("moves its date on later when the platform does not answer", async () => {
    const { shop, due, subscription } = await failed("CARD_DECLINED");
    await shop.control("fail-next", {
      status: 503,
      count: 100,
      after: "before-effect",
      operation: "subscriptionContractSetNextBillingDate",
    });
    await skip(shop, subscription);
    expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["skipped"]);
    await shop.control("clear-faults");
    await goTo(shop, addDays(due, 3, zone));
    const month = addInterval(due, { unit: "month", count: 1 }, zone);
    expect(dayOf((await subscription.row()).nextBillingAt)).toBe(dayOf(month));
  });
});

test("a charge that was paid meanwhile cannot be skipped any more, and who asks is told so", async () => {
  const { shop, subscription } = await failed("INSUFFICIENT_FUNDS");
  const [attempt] = await subscription.attempts();
  await retryAttempt(await shop.context(), attempt?.id ?? 0n);
  await shop.quiet();
  await expect(skip(shop, subscription)).rejects.toMatchObject({ code: "charge_not_retryable" });
  expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["paid"]);
});

describe("the worklist", () => {
  const worklist = async (shop: TestShop) => listAttention(await shop.context());

  test("names suspected fraud and a revoked payment method until the merchant has decided, and no other failure", async () => {
    const { shop, due, subscription } = await failed("FRAUD_SUSPECTED");
    for (const code of ["BUYER_CANCELED_PAYMENT_METHOD", "FRAUD_SUSPECTED", "EXPIRED_CARD"]) {
      const other = await billedSubscription(shop, { next_billing_date: addDays(due, 2, zone) });
      await other.nextPayments(code);
    }
    await goTo(shop, addDays(due, 3, zone));
    expect(await worklist(shop)).toMatchObject([
      {
        kind: "charges_wait_for_merchant",
        code: "FRAUD_SUSPECTED",
        charges: 2,
        reason: "The payment is suspected to be fraudulent.",
      },
      { code: "BUYER_CANCELED_PAYMENT_METHOD", charges: 1 },
    ]);
    await skip(shop, subscription);
    expect(await worklist(shop)).toMatchObject([{ charges: 1 }, { charges: 1 }]);
    expect(await worklist(await testApp.createShop())).toEqual([]);
  });

  test("names a charge that its customer has not confirmed for a day, which the list of those shows from the start", async () => {
    const shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
    const due = addDays((await shop.context()).clock.now(), 2, zone);
    const subscription = await billedSubscription(shop, { next_billing_date: due });
    await subscription.nextPayments("ACTION_REQUIRED");
    await goTo(shop, new Date(due.getTime() + 3_600_000));
    const { id } = await subscription.row();
    expect(await worklist(shop)).toEqual([]);
    const waiting = await listChargesToConfirm(await shop.context(), everything);
    expect(waiting).toMatchObject({
      total: 1,
      charges: [{ subscriptionId: id, amountMinor: 1500n, currency: "EUR" }],
    });
    await goTo(shop, addDays(due, 2, zone));
    expect(await worklist(shop)).toMatchObject([{ kind: "charges_to_confirm", charges: 1 }]);
    const [attempt] = await subscription.attempts();
    await shop.control(`attempts/${attempt?.platformAttemptId}/challenge`, { result: "success" });
    await shop.quiet();
    expect(await worklist(shop)).toEqual([]);
    const after = await listChargesToConfirm(await shop.context(), everything);
    expect(after).toEqual({ charges: [], total: 0 });
  });
});

test("a failure that was charged again since it was seen is not charged by whoever has seen the old one", async () => {
  const { shop, subscription } = await failed("CARD_DECLINED", { times: 2 });
  const [seen] = await subscription.attempts();
  const context = await shop.context();
  await retryAttempt(context, seen?.id ?? 0n, { onlyLatest: true });
  await shop.quiet();
  await expect(retryAttempt(context, seen?.id ?? 0n, { onlyLatest: true })).rejects.toMatchObject({
    code: "charge_not_retryable",
  });
  expect(await subscription.charges()).toHaveLength(2);
});
