import { afterAll, beforeAll, expect, test } from "vitest";
import { addIntervals, type IntervalUnit } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { howMany } from "#tests/support/how-many.ts";
import { fc, propertySeed, sameDraw } from "#tests/support/property.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Stores live through months with everything that can go wrong. The platform's own record of charges is the judge.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const DAY_MS = 86_400_000;
const zones = ["Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago"];
const declines = [
  ...["INSUFFICIENT_FUNDS", "EXPIRED_CARD", "FRAUD_SUSPECTED", "TRANSIENT_ERROR"],
  ...["AUTHENTICATION_REQUIRED", "INSUFFICIENT_INVENTORY"],
];

interface Plan {
  unit: IntervalUnit;
  count: number;
  firstInDays: number;
  /** What its charges come to; success once these are used up. */
  results: string[];
}

const result = fc.oneof(
  { weight: 3, arbitrary: fc.constant("success") },
  { weight: 1, arbitrary: fc.constantFrom(...declines) },
);
const plan: fc.Arbitrary<Plan> = fc.record({
  unit: fc.constantFrom<IntervalUnit>("day", "week", "month"),
  count: fc.integer({ min: 1, max: 3 }),
  firstInDays: fc.integer({ min: 1, max: 6 }),
  results: fc.oneof(fc.constant<string[]>([]), fc.array(result, { maxLength: 6 })),
});
const trouble = fc.record({
  lose: fc.integer({ min: 0, max: 5 }),
  duplicate: fc.integer({ min: 0, max: 3 }),
  reorder: fc.boolean(),
});
const history = fc.record({
  zone: fc.constantFrom(...zones),
  plans: fc.array(plan, { minLength: 2, maxLength: howMany(4, 40) }),
  strides: fc.array(
    fc.record({
      days: fc.integer({ min: 1, max: 10 }),
      trouble,
      // Places of the contracts that somebody else charges first.
      others: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
    }),
    { minLength: 2, maxLength: howMany(3, 60) },
  ),
});

test("whatever fails, is lost or doubled, and whoever else charges, the platform has charged each cycle once and missed none", async () => {
  const histories = fc.sample(history, {
    numRuns: howMany(2, 20),
    seed: propertySeed,
  });
  for (const [number, { zone, plans, strides }] of histories.entries()) {
    const shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
    const start = (await shop.context()).clock.now();
    const subscriptions = await Promise.all(
      plans.map(async (one) => {
        const due = new Date(start.getTime() + one.firstInDays * DAY_MS);
        const subscription = await billedSubscription(shop, {
          next_billing_date: due,
          interval_name: one.unit,
          interval_count: one.count,
        });
        if (one.results.length > 0) await subscription.nextPayments(...one.results);
        return { plan: one, due, subscription };
      }),
    );
    for (const { days, trouble: wanted, others } of strides) {
      expect((await shop.control("webhooks", wanted)).status).toBe(200);
      for (const place of others) await chargeIfDue(shop, subscriptions[place]?.subscription);
      const now = (await shop.context()).clock.now();
      await goTo(shop, new Date(now.getTime() + days * DAY_MS));
    }
    // What was lost is asked for.
    await shop.control("webhooks", { lose: 0, duplicate: 0, reorder: false });
    await shop.control("clock", { advance: "PT30M" });
    for (const one of subscriptions) {
      const label = `${sameDraw}, history ${number}, ${JSON.stringify(one.plan)}`;
      await judge(shop, zone, one, label);
    }
  }
}, 240_000);

/** Nothing happens where the contract is paused or has ended, or its cycle is paid. */
async function chargeIfDue(
  shop: TestShop,
  subscription: BilledSubscription | undefined,
): Promise<void> {
  if (!subscription) return;
  const path = `contracts/${subscription.contractId}/charge`;
  const { status } = await shop.control(path, { by: "staff" });
  expect([200, 422]).toContain(status);
}

const isOwn = (key: string) => key.includes(":");
/** The cycle that a key is for: ours, and that of whoever charges beside us. */
const cycleOf = (key: string) => Number(isOwn(key) ? key.split(":")[1] : key.split("-")[2]);

async function judge(
  shop: TestShop,
  zone: string,
  {
    plan: { unit, count, results },
    due,
    subscription,
  }: { plan: Plan; due: Date; subscription: BilledSubscription },
  label: string,
): Promise<void> {
  const charges = await subscription.charges();
  const attempts = await subscription.attempts();
  const cycles = await subscription.cycles();
  // Somebody else's charge becomes known when its cycle falls due at the latest.
  const known = attempts.map(({ idempotencyKey, status }) => ({
    key: idempotencyKey,
    state: status,
  }));
  const keys = new Set(known.map(({ key }) => key));
  const byKey = (one: { key: string }, other: { key: string }) => one.key.localeCompare(other.key);
  expect(known.toSorted(byKey), label).toEqual(
    charges.filter(({ key }) => isOwn(key) || keys.has(key)).toSorted(byKey),
  );
  const paid = charges.filter(({ state }) => state === "success").map(({ key }) => cycleOf(key));
  expect(new Set(paid).size, `${label} ${JSON.stringify(charges)}`).toBe(paid.length);
  const paidHere = cycles.filter(({ state }) => state === "paid");
  expect(
    paidHere.map(({ cycleIndex }) => cycleIndex),
    label,
  ).toEqual(
    paid
      .filter((index) => cycles.some((one) => one.cycleIndex === index))
      .toSorted((a, b) => a - b),
  );
  const { status, nextBillingAt } = await subscription.row();
  const now = (await shop.context()).clock.now();
  const isOpen = cycles.some(({ closedAt }) => closedAt === null);
  if (status === "active" && !isOpen)
    expect(nextBillingAt?.getTime(), label).toBeGreaterThan(now.getTime());
  if (results.some((one) => one !== "success")) return;
  // The platform lets others charge a cycle from its beginning on.
  const isKnownEarly = (cycle: number) =>
    charges.some(({ key }) => !isOwn(key) && keys.has(key) && cycleOf(key) === cycle);
  const dates: Date[] = [];
  for (let times = 0; ; times += 1) {
    const date = addIntervals(due, { unit, count }, times, zone);
    if (date > now && !isKnownEarly(times + 1)) break;
    dates.push(date);
  }
  expect(paidHere.length, label).toBe(dates.length);
  const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
  expect(
    cycles.map(({ dueAt }) => seconds(dueAt)),
    label,
  ).toEqual(dates.map(seconds));
}
