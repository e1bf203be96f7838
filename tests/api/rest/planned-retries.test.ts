import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone });
});
afterAll(() => testApp.close());

interface Attempt {
  status: string;
  will_retry: boolean;
  next_retry_at: string | null;
  created_at: string;
  completed_at: string | null;
}

const idOf = async (subscription: BilledSubscription) => `sub_${(await subscription.row()).id}`;

/** Oldest first. */
async function attemptsOf(subscription: BilledSubscription): Promise<Attempt[]> {
  const id = await idOf(subscription);
  return (await shop.core(`/billing-attempts?subscription_id=${id}`)).body.data.reverse();
}

/** One whose first charge has failed, and will be retried. */
async function failing(...results: string[]): Promise<BilledSubscription> {
  const due = addDays((await shop.context()).clock.now(), 1, zone);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  await subscription.nextPayments("INSUFFICIENT_FUNDS", ...results);
  await goTo(shop, addDays(due, 1, zone));
  const [attempt] = await attemptsOf(subscription);
  const now = (await shop.context()).clock.now();
  expect(attempt).toMatchObject({ status: "failed", will_retry: true });
  expect(new Date(attempt?.next_retry_at ?? 0).getTime()).toBeGreaterThan(now.getTime());
  return subscription;
}

const toRetry = async (subscription: BilledSubscription) => {
  const at = (await attemptsOf(subscription)).at(-1)?.next_retry_at ?? "";
  await goTo(shop, new Date(new Date(at).getTime() + 60_000));
};

const none = { will_retry: false, next_retry_at: null };

describe("a planned retry", () => {
  test("is told of the latest failed attempt alone", async () => {
    const subscription = await failing("INSUFFICIENT_FUNDS");
    await toRetry(subscription);
    const [first, second, ...more] = await attemptsOf(subscription);
    expect(more).toEqual([]);
    expect(first).toMatchObject(none);
    expect(second).toMatchObject({ status: "failed", will_retry: true });
  });

  test("is told of no attempt once the cycle is paid", async () => {
    const subscription = await failing("success");
    await toRetry(subscription);
    const attempts = await attemptsOf(subscription);
    expect(attempts.map(({ status }) => status)).toEqual(["failed", "success"]);
    for (const attempt of attempts) expect(attempt).toMatchObject(none);
  });

  test.each(["pause", "cancel"])("is told of no attempt after a %s", async (change) => {
    const subscription = await failing();
    const path = `/subscriptions/${await idOf(subscription)}/${change}`;
    const body = change === "pause" ? { duration: 3 } : {};
    expect((await shop.core(path, { body })).status).toBe(200);
    // Before and after the worker has ended the cycle.
    expect(await attemptsOf(subscription)).toMatchObject([none]);
    await shop.quiet();
    expect(await attemptsOf(subscription)).toMatchObject([none]);
  });

  test("is told of no attempt when every retry has failed", async () => {
    const subscription = await failing(...Array<string>(20).fill("INSUFFICIENT_FUNDS"));
    const now = (await shop.context()).clock.now();
    await goTo(shop, addDays(now, 25, zone));
    const attempts = await attemptsOf(subscription);
    expect(attempts.length).toBeGreaterThan(3);
    for (const attempt of attempts) expect(attempt).toMatchObject(none);
  });

  test("is told with its date when the plan changes", async () => {
    const subscription = await failing();
    const [cycle] = await subscription.cycles();
    const { db, shop: row } = await shop.context();
    const stepAt = addDays(cycle?.stepAt ?? new Date(0), 1, zone);
    await db.prisma.billingCycle.updateMany({
      where: { shopId: row.id, subscriptionId: (await subscription.row()).id },
      data: { stepAt },
    });
    expect(await attemptsOf(subscription)).toMatchObject([
      { will_retry: true, next_retry_at: stepAt.toISOString() },
    ]);
  });
});

test("an attempt never ends before it was made, though the platform leaves out fractions of a second", async () => {
  const { data } = (await shop.core("/billing-attempts?limit=100")).body;
  const ended = data.filter(({ completed_at }: Attempt) => completed_at !== null);
  expect(ended.length).toBeGreaterThan(5);
  for (const { created_at, completed_at } of ended) {
    expect(completed_at >= created_at, `${created_at} to ${completed_at}`).toBe(true);
  }
});
