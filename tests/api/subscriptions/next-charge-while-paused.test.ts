import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const zone = "America/New_York";
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone });
});
afterAll(() => testApp.close());

const now = async () => (await shop.context()).clock.now();

/** What the interfaces say of a subscription's next charge. */
async function told(subscription: BilledSubscription) {
  await shop.quiet();
  const id = `sub_${(await subscription.row()).id}`;
  const one = (await shop.core(`/subscriptions/${id}`)).body.data;
  const { data } = (await shop.core("/subscriptions?limit=100")).body;
  const listed = data.find((record: { id: string }) => record.id === id);
  expect(listed).toEqual(one);
  const rows = (await shop.proxy("/data/subscriptions", { key: shop.key })).body.data;
  const row = rows.find(
    (each: { platform_contract_id: string }) =>
      each.platform_contract_id === String(subscription.contractId),
  );
  const day = one.next_billing_date && formatDate(new Date(one.next_billing_date), zone);
  expect(row.next_charge_date).toBe(day ?? "");
  return one;
}

async function pause(subscription: BilledSubscription, duration: number): Promise<void> {
  const id = `sub_${(await subscription.row()).id}`;
  const { status } = await shop.core(`/subscriptions/${id}/pause`, { body: { duration } });
  expect(status).toBe(200);
}

const isAfter = (one: string, other: string) => Date.parse(one) > Date.parse(other);

test("while a subscription is paused, its next charge is told as it is after the pause", async () => {
  const due = addDays(await now(), 10, zone);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  await pause(subscription, 30);
  const paused = await told(subscription);
  expect(paused.next_billing_date).toBe(
    addDays(new Date(Math.floor(due.getTime() / 1000) * 1000), 30, zone).toISOString(),
  );
  expect(isAfter(paused.next_billing_date, paused.paused_until)).toBe(true);
  await goTo(shop, addDays(new Date(paused.paused_until), 1, zone));
  const resumed = await told(subscription);
  expect(resumed).toMatchObject({ status: "active", next_billing_date: paused.next_billing_date });
});

test("a charge that is overdue when the pause begins is told for its first date after the pause", async () => {
  const due = addDays(await now(), 1, zone);
  const schedule = { interval_name: "week", interval_count: 1 };
  const subscription = await billedSubscription(shop, { next_billing_date: due, ...schedule });
  await subscription.nextPayments(...Array<string>(9).fill("EXPIRED_PAYMENT_METHOD"));
  await goTo(shop, addDays(due, 9, zone));
  await pause(subscription, 3);
  const paused = await told(subscription);
  expect(isAfter(paused.next_billing_date, paused.paused_until)).toBe(true);
  await goTo(shop, addDays(new Date(paused.paused_until), 1, zone));
  const resumed = await told(subscription);
  expect(resumed).toMatchObject({ status: "active", next_billing_date: paused.next_billing_date });
});

test("a pause without an end has no next charge", async () => {
  const due = addDays(await now(), 4, zone);
  const contract = { next_billing_date: due, status: "paused" };
  const subscription = await billedSubscription(shop, contract);
  expect(await told(subscription)).toMatchObject({ paused_until: null, next_billing_date: null });
});
