import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, addIntervals, formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A skip moves the next charge on by one cycle, a pause of so many cycles by so many, from where it stands then.

const zone = "Europe/Berlin";
const PLANS = [
  ["a month", "month", 1],
  ["a year", "year", 1],
  ["three weeks", "week", 3],
] as const;

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const day = (instant: Date) => formatDate(instant, zone);
const look = async ({ cid, contractId }: BilledSubscription) =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;

async function change({ cid, contractId }: BilledSubscription, body: object) {
  const answer = await shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe.each(PLANS)("of a subscription every %s", (_, unit, count) => {
  /** Due in ten days, in a store of its own, whose clock is moved by years. */
  async function upcoming() {
    shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
    const now = (await shop.context()).clock.now();
    const subscription = await billedSubscription(shop, {
      ...{ interval_name: unit, interval_count: count },
      next_billing_date: addDays(now, 10, zone),
    });
    const due = (await subscription.row()).nextBillingAt as Date;
    const later = (from: Date, times: number) => addIntervals(from, { unit, count }, times, zone);
    return { subscription, now, due, later };
  }

  test.each([1, 2, 3])(
    "a skip and then a pause of %i cycles move it on by both",
    async (cycles) => {
      const { subscription, now, due, later } = await upcoming();
      const { charge_at } = await look(subscription);
      const skipped = await change(subscription, { action: "skip", charge_at });
      expect(skipped.contract.next_billing_date).toBe(day(later(due, 1)));
      const offered = skipped.choices.pauses[cycles - 1];
      expect(offered).toMatchObject({
        ...{ until: day(later(now, cycles)), next_charge_date: day(later(due, 1 + cycles)) },
      });
      const paused = await change(subscription, { action: "pause", cycles });
      expect(paused.contract).toMatchObject({
        paused_until: offered.until,
        next_billing_date: offered.next_charge_date,
      });
      await goTo(shop, addDays(later(now, cycles), 1, zone));
      const resumed = await look(subscription);
      expect(resumed.contract).toMatchObject({
        ...{ status: "active", next_billing_date: offered.next_charge_date },
      });
      await goTo(shop, addDays(later(due, 1 + cycles), -1, zone));
      expect(await subscription.charges()).toEqual([]);
      await goTo(shop, addDays(later(due, 1 + cycles), 1, zone));
      expect(await subscription.charges()).toMatchObject([{ state: "success" }]);
      const { contract } = await look(subscription);
      expect(contract.next_billing_date).toBe(day(later(due, 2 + cycles)));
    },
  );

  test("a pause of a cycle, ended by itself, and then a skip move it on by both", async () => {
    const { subscription, now, due, later } = await upcoming();
    const paused = await change(subscription, { action: "pause", cycles: 1 });
    expect(paused.contract.next_billing_date).toBe(day(later(due, 1)));
    await goTo(shop, addDays(later(now, 1), 1, zone));
    const { charge_at, contract } = await look(subscription);
    expect(contract.next_billing_date).toBe(day(later(due, 1)));
    const skipped = await change(subscription, { action: "skip", charge_at });
    expect(skipped.contract.next_billing_date).toBe(day(later(due, 2)));
    await goTo(shop, addDays(later(due, 2), -1, zone));
    expect(await subscription.charges()).toEqual([]);
    await goTo(shop, addDays(later(due, 2), 1, zone));
    expect(await subscription.charges()).toMatchObject([{ state: "success" }]);
  });

  test("a pause moves it on from where a skip has put it, also before the platform has heard of that", async () => {
    const { subscription, due, later } = await upcoming();
    const { charge_at } = await look(subscription);
    const operation = "subscriptionContractSetNextBillingDate";
    await shop.control("fail-next", { operation, status: 500, count: 50 });
    await change(subscription, { action: "skip", charge_at });
    expect((await subscription.row()).nextBillingAt).toEqual(due);
    await shop.control("clear-faults");
    const paused = await change(subscription, { action: "pause", cycles: 1 });
    expect(paused.contract.next_billing_date).toBe(day(later(due, 2)));
    const resumed = await change(subscription, { action: "resume" });
    expect(resumed.contract.next_billing_date).toBe(day(later(due, 1)));
  });

  test("a pause that is ended at once, after a skip, leaves the charge where the skip has put it", async () => {
    const { subscription, due, later } = await upcoming();
    const { charge_at } = await look(subscription);
    await change(subscription, { action: "skip", charge_at });
    await change(subscription, { action: "pause", cycles: 1 });
    const resumed = await change(subscription, { action: "resume" });
    expect(resumed.contract).toMatchObject({
      ...{ status: "active", next_billing_date: day(later(due, 1)) },
    });
  });
});

test("charges beyond the year that the platform's calendar holds are shown as they will be made, also after skips", async () => {
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const now = (await shop.context()).clock.now();
  const subscription = await billedSubscription(shop, {
    ...{ interval_name: "year", interval_count: 1 },
    next_billing_date: addDays(now, 10, zone),
  });
  const due = (await subscription.row()).nextBillingAt as Date;
  const years = (from: number) =>
    Array.from({ length: 6 }, (_, at) =>
      day(addIntervals(due, { unit: "year", count: 1 }, from + at, zone)),
    );
  const shown = async () =>
    (await look(subscription)).upcoming.map(({ date }: { date: string }) => date);
  expect(await shown()).toEqual(years(0));
  for (const skips of [1, 2]) {
    const { charge_at } = await look(subscription);
    await change(subscription, { action: "skip", charge_at });
    expect(await shown()).toEqual(years(skips));
  }
  // The platform does not know the third yet, so nobody can skip it.
  expect((await look(subscription)).choices.skip).toBeNull();
});
