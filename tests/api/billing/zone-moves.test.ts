import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { addDays, formatDate, formatDateMinute } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
  goToRetry,
} from "#tests/support/billed-subscription.ts";
import { ofStates } from "#tests/support/failing-charges.ts";
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

  test("is found by the next night when the webhook is lost", {
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

  test("while a charge is past due: it is made once, and the next one keeps its instant", {
    meta: { slow: "months of charges" },
  }, async () => {
    const { shop, due, subscription } = await storeIn("Europe/Berlin", 1, "03:00");
    await subscription.nextPayments("CARD_DECLINED");
    await goTo(shop, new Date(due.getTime() + 60_000));
    const [open] = await subscription.cycles();
    await moveTo(shop, "America/Los_Angeles");
    await goToRetry(shop, subscription);
    expect(await subscription.cycles()).toMatchObject([{ state: "paid" }]);
    expect((await subscription.row()).nextBillingAt).toEqual(open?.nextDueAt);
    await goTo(shop, addDays(due, 64, "America/Los_Angeles"));
    const dates = (await subscription.cycles()).map(({ dueAt }) => dueAt.getTime());
    expect(dates).toHaveLength(3);
    expect(dates[1]).toBe(open?.nextDueAt.getTime());
    expect((dates[2] ?? 0) - (dates[1] ?? 0)).toBeGreaterThan(26.9 * DAY_MS);
    expect(ofStates(await subscription.charges())).toEqual([
      "failed",
      ...dates.map(() => "success"),
    ]);
  });

  test("while a subscription is paused: it goes on when it was to, and once a month", {
    meta: { slow: "months of charges" },
  }, async () => {
    const { shop, subscription } = await storeIn("Europe/Berlin", 1, "03:00");
    const { id } = await subscription.row();
    await shop.core(`/subscriptions/sub_${id}/pause`, { body: { duration: 20 } });
    const { billingResumesAt } = await subscription.row();
    await moveTo(shop, "America/Los_Angeles");
    expect((await subscription.row()).billingResumesAt).toEqual(billingResumesAt);
    const from = billingResumesAt ?? new Date(0);
    const charged = await expectMonthly(shop, subscription, {
      ...{ from, times: 2, zone: "America/Los_Angeles" },
    });
    expect(charged[0]).toEqual(from);
    expect(charged.length).toBeGreaterThanOrEqual(3);
  });

  test("lets a charge be skipped by its new day, and makes the one after it, a month later", {
    meta: { slow: "months of charges" },
  }, async () => {
    const { shop, due, subscription } = await storeIn("Europe/Berlin", 31, "20:00");
    await moveTo(shop, "Asia/Tokyo");
    const { cid, contractId } = subscription;
    const { body, status } = await shop.proxy(`/storefront/portal/${contractId}/changes`, {
      ...{ cid, body: { action: "skip", charge_at: due.toISOString() } },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const next = (await subscription.row()).nextBillingAt ?? due;
    expect(body.contract.next_billing_date).toBe(formatDate(next, "Asia/Tokyo"));
    // The 31st in the evening in Berlin is the first in Tokyo.
    expect(formatDate(next, "Asia/Tokyo")).toMatch(/-01$/);
    await goTo(shop, addDays(next, 2, "Asia/Tokyo"));
    expect(await subscription.cycles()).toMatchObject([
      { state: "skipped", dueAt: due },
      { state: "paid", dueAt: next },
    ]);
    expect((next.getTime() - due.getTime()) / DAY_MS).toBeGreaterThan(26.9);
  });
});
