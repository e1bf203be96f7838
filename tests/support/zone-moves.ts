import { expect } from "vitest";
import { addDays, formatDateMinute } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, billedSubscription, goTo } from "./billed-subscription.ts";
import type { TestApp } from "./test-app.ts";
import type { TestShop } from "./test-shop.ts";

export const DAY_MS = 86_400_000;

/** A store of a zone with a monthly contract whose next charge is on a day of the month there, some months from now. */
export async function storeIn(testApp: TestApp, zone: string, day: number, time: string) {
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

export async function moveTo(shop: TestShop, timezone: string) {
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
export async function expectMonthly(
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
