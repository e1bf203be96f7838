import { expect } from "vitest";
import { type BilledSubscription, billedSubscription, goTo } from "./billed-subscription.ts";
import type { TestApp } from "./test-app.ts";
import type { TestShop } from "./test-shop.ts";

export interface Days {
  unit: "week" | "month" | "year";
  count?: number;
  anchors: object[];
  from: string;
  first: string;
  /** Of the day at which it is charged, in UTC. */
  time?: string;
  zone?: string;
}

export const monthly: Days = {
  unit: "month",
  anchors: [{ type: "MONTHDAY", day: 1 }],
  ...{ from: "2026-12-01", first: "2027-01-01" },
};
export const monthlyOn31: Days = {
  unit: "month",
  anchors: [{ type: "MONTHDAY", day: 31 }],
  ...{ from: "2026-12-31", first: "2027-01-31" },
};
export const twoMonthly: Days = { ...monthly, count: 2 };
export const weekly: Days = {
  unit: "week",
  anchors: [{ type: "WEEKDAY", day: 1 }],
  ...{ from: "2026-12-21", first: "2026-12-28" },
};
export const twiceAMonth: Days = {
  unit: "month",
  anchors: [
    { type: "MONTHDAY", day: 1 },
    { type: "MONTHDAY", day: 15 },
  ],
  ...{ from: "2026-12-15", first: "2027-01-01" },
};
export const yearly: Days = {
  unit: "year",
  anchors: [{ type: "YEARDAY", month: 1, day: 1 }],
  ...{ from: "2026-11-29", first: "2027-01-01" },
};

export interface Fixed extends BilledSubscription {
  shop: TestShop;
}

/** A contract that is charged at 10:00 in Berlin, on 5 December unless it begins later. */
export async function onFixedDays(testApp: TestApp, days: Days): Promise<Fixed> {
  const { unit, count = 1, anchors, from, first, time = "09:00", zone = "Europe/Berlin" } = days;
  const shop = await testApp.createShop({ seed: "goods", timezone: zone, currency: "EUR" });
  await goTo(shop, new Date(from < "2026-12-05" ? "2026-12-05T08:00:00Z" : `${from}T09:30:00Z`));
  const who = await billedSubscription(shop, {
    kind: "product",
    ...{ interval_name: unit, interval_count: count },
    ...{ billing_anchors: anchors, delivery_anchors: anchors },
    ...{ created_at: `${from}T${time}:00Z`, next_billing_date: `${first}T${time}:00Z` },
  });
  return { ...who, shop };
}

export async function portal({ shop, cid, contractId }: Fixed) {
  return (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;
}

/** The change of the charge that the portal shows. */
export async function change(who: Fixed, body: Record<string, unknown>): Promise<void> {
  const { shop, cid, contractId } = who;
  const { charge_at } = await portal(who);
  const answer = await shop.proxy(`/storefront/portal/${contractId}/changes`, {
    cid,
    body: `${body.action}`.startsWith("pause") ? body : { charge_at, ...body },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await shop.quiet();
}

/** Days of the charges that were made until then. */
export async function chargedUntil(who: Fixed, day: string): Promise<string[]> {
  await goTo(who.shop, new Date(`${day}T12:00:00Z`));
  await who.shop.quiet();
  const made = (await who.attempts()).filter(({ status }) => status === "success");
  expect((await who.charges()).filter(({ state }) => state === "success")).toHaveLength(
    made.length,
  );
  return made.map(({ createdAt }) => createdAt.toISOString().slice(0, 10));
}
