import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { addDays, formatDateMinute } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A store moves to another zone between two charges: the next one keeps its instant, and each is made once.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const DAY_MS = 86_400_000;

/** A store of a zone with a monthly contract whose next charge is on a day of the month there, some months from now. */
async function storeIn(zone: string, day: number, time: string) {
  const shop = await testApp.createShop({ timezone: zone });
  let date = addDays((await shop.context()).clock.now(), 3, zone);
  date = new Date(Math.floor(date.getTime() / 60_000) * 60_000);
  while (!formatDateMinute(date, zone).endsWith(` ${time}`))
    date = new Date(date.getTime() + 60_000);
  while (!isDay(date, day, zone)) date = addDays(date, 1, zone);
  const subscription = await billedSubscription(shop, { next_billing_date: date });
  return { shop, due: date, subscription };
}

const isDay = (date: Date, day: number, zone: string) =>
  Number(formatDateMinute(date, zone).slice(8, 10)) === day;

async function moveTo(shop: TestShop, timezone: string) {
  const { status, body } = await shop.control("shop", { timezone });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
  expect((await shop.context()).shop.ianaTimezone).toBe(timezone);
}

/** Instants at which it was charged, by the rows and by the platform. */
async function chargedAt(subscription: BilledSubscription) {
  const cycles = await subscription.cycles();
  const charges = await subscription.charges();
  expect(charges.map(({ state }) => state)).toEqual(cycles.map(() => "success"));
  return cycles.map(({ dueAt }) => dueAt);
}

/** Goes on for some charges, and holds that they are a month apart. */
async function expectMonthly(
  shop: TestShop,
  subscription: BilledSubscription,
  { from, times, zone }: { from: Date; times: number; zone: string },
) {
  await goTo(shop, addDays(from, 31 * times + 3, zone));
  const charged = await chargedAt(subscription);
  for (const [index, at] of charged.entries()) {
    const before = charged[index - 1];
    if (!before) continue;
    const days = (at.getTime() - before.getTime()) / DAY_MS;
    expect(days, charged.map((one) => one.toISOString()).join(" ")).toBeGreaterThan(26.9);
    expect(days, charged.map((one) => one.toISOString()).join(" ")).toBeLessThan(32.1);
  }
  return charged;
}

describe("a store that moves to another zone", () => {
  test.each([
    ["Europe/Berlin", "America/Los_Angeles", 1, "03:00"],
    ["Europe/Berlin", "America/Los_Angeles", 31, "03:00"],
    ["Europe/Berlin", "Asia/Tokyo", 31, "20:00"],
    ["Pacific/Kiritimati", "Pacific/Pago_Pago", 15, "08:00"],
    ["America/Los_Angeles", "Europe/Berlin", 28, "20:00"],
  ])(
    "keeps the instant of the next charge from %s to %s on day %i at %s, and charges once a month",
    { meta: { slow: "months of charges" } },
    async (from, to, day, time) => {
      const { shop, due, subscription } = await storeIn(from, day, time);
      await goTo(shop, addDays(due, 2, from));
      const next = (await subscription.row()).nextBillingAt;
      await moveTo(shop, to);
      expect((await subscription.row()).nextBillingAt).toEqual(next);
      const charged = await expectMonthly(shop, subscription, { from: due, times: 3, zone: to });
      expect(charged[1]).toEqual(next);
      expect(charged.length).toBeGreaterThanOrEqual(3);
      // From then on at one time of the new zone.
      const times = charged.slice(1).map((at) => formatDateMinute(at, to).slice(11));
      expect(new Set(times).size).toBe(1);
    },
  );

  test("is found by the next night where nobody tells of it", {
    meta: { slow: "months of charges" },
  }, async () => {
    const { shop, due, subscription } = await storeIn("Europe/Berlin", 1, "03:00");
    await shop.control("webhooks", { lose: true });
    await shop.control("shop", { timezone: "America/Los_Angeles" });
    await reconcileShop(await shop.context());
    await shop.quiet();
    const { shop: row } = await shop.context();
    expect(row.ianaTimezone).toBe("America/Los_Angeles");
    await shop.control("webhooks", { lose: false });
    const charged = await expectMonthly(shop, subscription, {
      ...{ from: due, times: 2, zone: "America/Los_Angeles" },
    });
    expect(charged[0]).toEqual(due);
  });
});
