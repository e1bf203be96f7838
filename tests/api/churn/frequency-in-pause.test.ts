import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A monthly contract that is paused on 10 February, before its charge of the 28th, takes "every 2 months" while it is paused. The charge
// after the pause stays on the day that the shopper was told; those after it come every two months.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let own: BilledSubscription;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  await goTo(shop, new Date("2027-02-10T09:00:00Z"));
  own = await billedSubscription(shop, {
    created_at: "2027-01-31T08:00:00Z",
    next_billing_date: "2027-02-28T08:00:00Z",
  });
  await shop.quiet();
});

const core = async (action: "pause" | "resume", body: object = {}) =>
  (await shop.core(`/subscriptions/sub_${(await own.row()).id}/${action}`, { body })).status;

async function accept(): Promise<{ next_billing_date: string | null }> {
  const offerId = await createOffer(shop, {
    ...{ type: "change_frequency", interval_count: 2, interval_name: "month" },
  });
  const path = `/membership/churn/${own.contractId}/offers/${offerId}/activation`;
  const { status, body } = await shop.proxy(path, { key: shop.key, method: "POST" });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
  return body.reward;
}

/** What each interface calls the day of the next charge. */
async function told(): Promise<(string | null)[]> {
  const subscription = (await shop.core(`/subscriptions/sub_${(await own.row()).id}`)).body.data;
  const [exported] = (await shop.proxy("/data/subscriptions", { key: shop.key })).body.data;
  const page = (await shop.proxy(`/storefront/portal/${own.contractId}`, { cid: own.cid })).body;
  return [
    formatDate(new Date(subscription.next_billing_date), zone),
    exported.next_charge_date,
    page.contract.next_billing_date,
  ];
}

async function chargedUntil(day: string): Promise<string[]> {
  await goTo(shop, new Date(`${day}T12:00:00Z`));
  return (await own.cycles()).map(({ dueAt }) => formatDate(dueAt, zone));
}

test("the reward, every interface and the charge have one date", async () => {
  expect(await core("pause", { duration: 40 })).toBe(200);
  expect(await told()).toEqual(Array(3).fill("2027-04-09"));
  const reward = await accept();
  expect(reward.next_billing_date).toMatch(/^2027-04-09T/);
  expect(await told()).toEqual(Array(3).fill("2027-04-09"));
  expect(await chargedUntil("2027-08-10")).toEqual(["2027-04-09", "2027-06-09", "2027-08-09"]);
});

test("who resumes early is charged as much earlier", async () => {
  expect(await core("pause", { duration: 40 })).toBe(200);
  await accept();
  await goTo(shop, new Date("2027-02-15T09:00:00Z"));
  expect(await core("resume")).toBe(200);
  await shop.quiet();
  expect(await told()).toEqual(Array(3).fill("2027-03-05"));
  expect(await chargedUntil("2027-07-06")).toEqual(["2027-03-05", "2027-05-05", "2027-07-05"]);
});

test("a pause without an end has no date to tell, and keeps its own until somebody resumes", async () => {
  const { platform } = await shop.context();
  await platform.pauseContract(own.contractId, "merchant");
  await shop.quiet();
  expect((await accept()).next_billing_date).toBeNull();
  await goTo(shop, new Date("2027-02-15T09:00:00Z"));
  expect(await core("resume")).toBe(200);
  await shop.quiet();
  expect(await told()).toEqual(Array(3).fill("2027-03-05"));
});
