import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rescheduleCharge } from "#app/domain/billing/changes/reschedule-charge.ts";
import { skipPastDue } from "#app/domain/billing/changes/skip-past-due.ts";
import { billSubscription } from "#app/domain/billing/charging/bill-subscription.ts";
import { listPastDue } from "#app/domain/billing/past-due/list-past-due.ts";
import { readRecoveredRevenue } from "#app/domain/billing/past-due/read-recovered.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { askPastDueJob } from "#app/jobs/clock-jobs.ts";
import { addDays, addInterval, formatDate } from "#app/lib/zoned-time.ts";
import { anyDate } from "#tests/support/any-date.ts";
import { type BilledSubscription, goTo, goToRetry } from "#tests/support/billed-subscription.ts";
import { creditOwner } from "#tests/support/credit-owner.ts";
import { due, minuteOf, ofStates, setDunning, zone } from "#tests/support/failing-charges.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The platform, staff, or another app may charge a cycle at any time. However the app hears of it, and whatever it was about to
// do, a cycle is paid once.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());

/** A store with a charge that has failed. */
async function failed(code = "INSUFFICIENT_FUNDS") {
  const story = await due(testApp);
  await story.subscription.nextPayments(code);
  await goTo(story.shop, addDays(story.due, 1, zone));
  expect(ofStates(await story.subscription.charges())).toEqual(["failed"]);
  return story;
}

const loseWebhooks = async (shop: TestShop, lose = true) =>
  expect((await shop.control("webhooks", { lose })).status).toBe(200);

const retry = async (shop: TestShop, subscription: BilledSubscription) => {
  const [first] = await subscription.attempts();
  return shop.core(`/billing-attempts/bat_${first?.id}/retry`, {
    method: "POST",
    headers: { "idempotency-key": crypto.randomUUID() },
  });
};

/** The retry's time has come, and no worker knows of it. */
async function dueNow({ db, shop, clock }: ShopContext, subscriptionId: bigint) {
  const { count } = await db.prisma.billingCycle.updateMany({
    where: { shopId: shop.id, subscriptionId, step: "retry" },
    data: { stepAt: clock.now() },
  });
  expect(count).toBe(1);
}

const pastDueOf = async (shop: TestShop) =>
  (await listPastDue(await shop.context(), {}, "failed", { offset: 0, limit: 10 })).total;

/** One payment, and all that follows from one: nothing is owed, nothing is asked for again, the next date is one interval on. */
async function expectPaidOnce(
  { shop, due: date, subscription }: Awaited<ReturnType<typeof due>>,
  states: string[],
) {
  expect(ofStates(await subscription.charges())).toEqual(states);
  expect((await subscription.attempts()).map(({ status }) => status)).toEqual(states);
  expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["paid"]);
  const month = addInterval(date, { unit: "month", count: 1 }, zone);
  const { platform } = await shop.context();
  const contract = await platform.getContract(subscription.contractId);
  expect(minuteOf((await subscription.row()).nextBillingAt)).toBe(minuteOf(month));
  expect(minuteOf(contract?.nextBillingAt)).toBe(minuteOf(month));
  expect(await pastDueOf(shop)).toBe(0);
}

describe.each(["platform", "staff", "other_app"] as const)(
  "a failed charge that %s makes",
  (by) => {
    test("is heard of, and is over as a payment", async () => {
      const story = await failed();
      await story.subscription.chargeElsewhere({ by });
      await story.shop.quiet();
      await expectPaidOnce(story, ["failed", "success"]);
      const lines = (await story.subscription.timeline()).map(({ message }) => message);
      expect(lines).toContainEqual(
        expect.stringMatching(
          /^15\.00 USD was charged outside this app with order #\d+, after it had failed before\.$/,
        ),
      );
      expect((await retry(story.shop, story.subscription)).status).toBe(400);
      await goTo(story.shop, addDays(story.due, 27, zone));
      await expectPaidOnce(story, ["failed", "success"]);
    });

    test("is not made again by the retry when nobody has told of it", async () => {
      const story = await failed();
      await loseWebhooks(story.shop);
      await story.subscription.chargeElsewhere({ by });
      await goToRetry(story.shop, story.subscription);
      await expectPaidOnce(story, ["failed", "success"]);
    });
  },
);

test("a charge that another key has made is not made again at somebody's wish, and who asks is told that it is paid", async () => {
  const story = await failed();
  await loseWebhooks(story.shop);
  const { platform } = await story.shop.context();
  await platform.createBillingAttempt(story.subscription.contractId, {
    idempotencyKey: "somebody else's",
    cycleIndex: 1,
    allowsOverselling: false,
  });
  const answer = await retry(story.shop, story.subscription);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain("paid");
  await story.shop.quiet();
  await expectPaidOnce(story, ["failed", "success"]);
  const lines = (await story.subscription.timeline()).map(({ kind }) => kind);
  expect(lines).not.toContain("billing.retried");
});

test("what somebody else has won back counts as recovered, in money and by mail", async () => {
  const { shop, subscription } = await failed();
  await subscription.chargeElsewhere();
  await shop.quiet();
  const context = await shop.context();
  const now = context.clock.now();
  const period = { from: addDays(now, -2, zone), to: addDays(now, 1, zone) };
  expect(await readRecoveredRevenue(context, period)).toMatchObject([
    { currency: "USD", charges: 1, amountMinor: 1500 },
  ]);
  expect(await mailKinds(shop)).toContain("payment_recovered");
});

async function mailKinds(shop: TestShop) {
  const { db, shop: row } = await shop.context();
  const mails = await db.prisma.mail.findMany({ where: { shopId: row.id } });
  return mails.map(({ kind }) => kind);
}

test.each(["cancel", "pause", "skip"])(
  "a subscription whose customer has not acted in time, but has paid, is left as it is: the store's action is %s",
  async (finalAction) => {
    const { shop, due: date, subscription } = await due(testApp);
    const inventory = { retryDays: [1], finalAction: "skip", oversell: false };
    await setDunning(shop, { retryDays: [1, 9], finalAction, inventory });
    await subscription.nextPayments("EXPIRED_CARD");
    await goTo(shop, addDays(date, 1, zone));
    const [waits] = await subscription.cycles();
    expect(waits?.step).toBe("wait_for_payment_method");
    await loseWebhooks(shop);
    await subscription.chargeElsewhere();
    await goTo(shop, addDays(date, 27, zone));
    expect((await subscription.row()).status).toBe("active");
    expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["paid"]);
    expect(ofStates(await subscription.charges())).toEqual(["failed", "success"]);
  },
);

test("a charge that somebody else has made is not skipped, and the merchant is told so", async () => {
  const story = await failed("CARD_DECLINED");
  await loseWebhooks(story.shop);
  await story.subscription.chargeElsewhere({ by: "staff" });
  const { id } = await story.subscription.row();
  await expect(
    skipPastDue(await story.shop.context(), { subscriptionId: id, cycleIndex: 1 }),
  ).rejects.toMatchObject({ code: "charge_not_retryable" });
  await story.shop.quiet();
  await expectPaidOnce(story, ["failed", "success"]);
});

test("a charge that the customer's pause would have given up is paid where somebody else has made it", async () => {
  const { shop, subscription } = await failed();
  await loseWebhooks(shop);
  await subscription.chargeElsewhere();
  const { id } = await subscription.row();
  const paused = await shop.core(`/subscriptions/sub_${id}/pause`, { body: { duration: 10 } });
  expect(paused.status).toBe(200);
  await shop.quiet();
  expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["paid"]);
});

describe("while somebody else's charge waits for the bank's confirmation", () => {
  test("no second one is made, and its success ends the cycle", async () => {
    const story = await failed();
    const { attempt_id: waiting } = await story.subscription.chargeElsewhere({
      result: "ACTION_REQUIRED",
    });
    await goToRetry(story.shop, story.subscription);
    expect(ofStates(await story.subscription.charges())).toEqual(["failed", "action_required"]);
    const answer = await retry(story.shop, story.subscription);
    expect(answer.status).toBe(400);
    await story.shop.control(`attempts/${waiting}/challenge`, { result: "success" });
    await story.shop.quiet();
    await expectPaidOnce(story, ["failed", "success"]);
  });

  test("its failure brings the retry that was due", async () => {
    const { shop, subscription } = await failed();
    const { attempt_id: waiting } = await subscription.chargeElsewhere({
      result: "ACTION_REQUIRED",
    });
    await goToRetry(shop, subscription);
    await shop.control(`attempts/${waiting}/challenge`, { result: "CARD_DECLINED" });
    await shop.quiet();
    expect(ofStates(await subscription.charges())).toEqual(["failed", "failed", "success"]);
    expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["paid"]);
  });
});

test("what waits for the customer is asked about once a day, so that a payment nobody has told of is found", async () => {
  const story = await failed("EXPIRED_CARD");
  const [open] = await story.subscription.cycles();
  expect(open?.step).not.toBe("retry");
  await loseWebhooks(story.shop);
  await story.subscription.chargeElsewhere();
  await goTo(story.shop, addDays(story.due, 2, zone));
  expect(await pastDueOf(story.shop)).toBe(1);
  await askPastDueJob.run(testApp.app);
  await story.shop.quiet();
  await expectPaidOnce(story, ["failed", "success"]);
});

test("a first charge that somebody makes at the same time is one charge", async () => {
  const story = await due(testApp);
  const { shop, subscription } = story;
  const { db, shop: row } = await shop.context();
  await db.prisma.dueTask.deleteMany({ where: { shopId: row.id, kind: "bill-subscription" } });
  await goTo(shop, addDays(story.due, 1, zone));
  const { id } = await subscription.row();
  // The cycle is open and its attempt is written down; the call has not been made.
  await shop.control("fail-next", {
    status: 503,
    count: 100,
    after: "before-effect",
    operation: "subscriptionBillingAttemptCreate",
  });
  await billSubscription(await shop.context(), id).catch(() => {});
  expect((await subscription.attempts()).map(({ status }) => status)).toEqual(["starting"]);
  await shop.control("clear-faults");
  await loseWebhooks(shop);
  await subscription.chargeElsewhere();
  await billSubscription(await shop.context(), id);
  await expectPaidOnce(story, ["success"]);
});

test("sixteen retries beside somebody else's charge leave one payment in all", async () => {
  const { shop, subscription } = await failed();
  const context = await shop.context();
  const { id } = await subscription.row();
  await loseWebhooks(shop);
  await subscription.chargeElsewhere();
  await dueNow(context, id);
  await Promise.all(Array.from({ length: 16 }, () => billSubscription(context, id)));
  await shop.quiet();
  expect(ofStates(await subscription.charges())).toEqual(["failed", "success"]);
  expect((await subscription.attempts()).map(({ status }) => status)).toEqual([
    "failed",
    "success",
  ]);
});

describe("a charge whose date was moved", () => {
  test("into a cycle that somebody else has charged is not made, and neither is the next one early", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    const { id: subscriptionId, nextBillingAt } = await subscription.row();
    const moved = addDays(date, 6, zone);
    await rescheduleCharge(await shop.context(), {
      subscriptionId,
      from: nextBillingAt ?? date,
      day: formatDate(moved, zone),
    });
    await goTo(shop, addDays(date, 2, zone));
    await loseWebhooks(shop);
    await subscription.chargeElsewhere({ by: "staff", cycle_index: 1 });
    await goTo(shop, addDays(moved, 3, zone));
    expect(ofStates(await subscription.charges())).toEqual(["success"]);
    expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["paid"]);
    const next = (await subscription.row()).nextBillingAt;
    expect(next && formatDate(next, zone)).toBe(
      formatDate(addInterval(moved, { unit: "month", count: 1 }, zone), zone),
    );
  });

  test("on the platform, without a word of it, is made on the new date", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    // The platform dates changes to the second.
    await shop.control("clock", { advance: "PT2S" });
    await loseWebhooks(shop);
    const { platform, db, shop: row } = await shop.context();
    await db.prisma.dueTask.deleteMany({ where: { shopId: row.id, kind: "reconcile-shop" } });
    const moved = addDays(date, 9, zone);
    await platform.setNextBillingDate(subscription.contractId, anyDate(moved));
    await goTo(shop, addDays(date, 2, zone));
    expect(await subscription.charges()).toEqual([]);
    expect(minuteOf((await subscription.row()).nextBillingAt)).toBe(minuteOf(moved));
    await goTo(shop, addDays(moved, 1, zone));
    expect(ofStates(await subscription.charges())).toEqual(["success"]);
  });
});

describe("credit on the contract", () => {
  /** A charge that has failed, and credit of 6.00 that has come before or after it. */
  async function failedWithCredit(comes: "before" | "after") {
    const shop = await testApp.createShop();
    const owner = await creditOwner(shop);
    if (comes === "before") await owner.credit(600);
    await owner.subscription.nextPayments("INSUFFICIENT_FUNDS");
    await goTo(shop, owner.dueAt);
    if (comes === "after") await owner.credit(600);
    return { shop, owner, subscription: owner.subscription };
  }

  test("is used up by the order of whoever charges it", async () => {
    const { shop, owner, subscription } = await failedWithCredit("before");
    expect(await owner.account()).toEqual({ availableMinor: 0, heldMinor: 600 });
    await loseWebhooks(shop);
    await subscription.chargeElsewhere();
    await goToRetry(shop, subscription);
    expect(await owner.account()).toEqual({ availableMinor: 0, heldMinor: 0 });
    expect((await subscription.attempts()).map(({ amountMinor }) => amountMinor)).toEqual([
      900n,
      900n,
    ]);
    expect(await owner.entries()).toEqual([
      [4, 600],
      [2, -600],
    ]);
    expect(await owner.discounts()).toEqual([]);
  });

  test("that was taken off too late for somebody else's charge goes back, with its discount", async () => {
    const { shop, owner, subscription } = await failedWithCredit("after");
    await shop.control("fail-next", {
      ...{ status: 503, count: 100, after: "before-effect", operation: "subscriptionDraftCommit" },
    });
    const { id } = await subscription.row();
    const context = await shop.context();
    await dueNow(context, id);
    await billSubscription(context, id).catch(() => {});
    expect(await owner.account()).toEqual({ availableMinor: 0, heldMinor: 600 });
    await loseWebhooks(shop);
    await subscription.chargeElsewhere();
    await shop.control("clear-faults");
    await billSubscription(context, id);
    await shop.quiet({ mayFail: true });
    expect(await owner.account()).toEqual({ availableMinor: 600, heldMinor: 0 });
    expect(await owner.entries()).toEqual([[4, 600]]);
    expect(await owner.discounts()).toEqual([]);
    expect(ofStates(await subscription.charges())).toEqual(["failed", "success"]);
  });

  test("that has come after somebody else's charge is not held for it", async () => {
    const { shop, owner, subscription } = await failedWithCredit("after");
    await loseWebhooks(shop);
    await subscription.chargeElsewhere();
    await goToRetry(shop, subscription);
    expect(await owner.account()).toEqual({ availableMinor: 600, heldMinor: 0 });
    expect(await owner.entries()).toEqual([[4, 600]]);
    expect(await owner.discounts()).toEqual([]);
    expect(ofStates(await subscription.charges())).toEqual(["failed", "success"]);
  });
});
