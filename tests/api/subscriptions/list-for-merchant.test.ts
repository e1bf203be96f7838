import { afterAll, beforeAll, expect, test } from "vitest";
import { readChargeCalendar } from "#app/domain/billing/attempts/read-charge-calendar.ts";
import {
  listSubscriptionsForMerchant,
  type SubscriptionSort,
} from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import type { MerchantFilters } from "#app/domain/subscriptions/lists/merchant-filters.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let now: Date;
/** Contracts by the days until their next charge. */
const contracts = new Map<number, number>();

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const { clock, platform } = await shop.context();
  now = clock.now();
  for (const days of [20, 5, 12]) {
    const next = addDays(now, days, zone);
    const made = await shop.createContract({ price: "15.00", next_billing_date: next });
    contracts.set(days, made.contractId);
  }
  await platform.pauseContract(contracts.get(12) ?? 0, "merchant");
  await shop.quiet();
});
afterAll(() => testApp.close());

const list = async (filters: MerchantFilters, sort: SubscriptionSort = "created", limit = 25) => {
  const context = await shop.context();
  const page = await listSubscriptionsForMerchant(context, filters, sort, { limit, offset: 0 });
  return {
    contracts: page.subscriptions.map((one) => Number(one.platformContractId)),
    total: page.total,
  };
};
const contract = (days: number) => contracts.get(days) ?? 0;

test("the next charges come first where they are asked for, and those that have none are left out", async () => {
  expect(await list({}, "next")).toEqual({ contracts: [contract(5), contract(20)], total: 2 });
});

test("a page knows how many there are in all", async () => {
  const page = await list({}, "created", 1);
  expect(page.contracts).toHaveLength(1);
  expect(page.total).toBe(3);
});

test("a contract is found by its number, and by its state", async () => {
  expect(await list({ contractId: BigInt(contract(20)) })).toEqual({
    contracts: [contract(20)],
    total: 1,
  });
  expect((await list({ status: "paused" })).contracts).toEqual([contract(12)]);
});

test("words find a name or an address in any case, and each word has to match", async () => {
  expect((await list({ words: ["SAM"] })).total).toBe(3);
  expect((await list({ words: ["sam", "@EXAMPLE.com"] })).total).toBe(3);
  expect((await list({ words: ["sam", "nobody"] })).total).toBe(0);
  expect((await list({ words: ["%"] })).total).toBe(0);
});

test("the calendar's day and the list of that day agree, in the store's zone", async () => {
  const context = await shop.context();
  const days = await readChargeCalendar(context, { from: now, before: addDays(now, 30, zone) });
  expect(days).toEqual(
    [5, 20].map((count) => ({
      day: formatDate(addDays(now, count, zone), zone),
      currency: "EUR",
      charges: 1,
      amountMinor: 1500n,
    })),
  );
  const day = { dueFrom: addDays(now, 4, zone), dueBefore: addDays(now, 6, zone) };
  expect((await list(day, "next")).contracts).toEqual([contract(5)]);
});

test("another store sees none of them", async () => {
  const other = await (await testApp.createShop()).context();
  const page = await listSubscriptionsForMerchant(other, {}, "created", { limit: 25, offset: 0 });
  expect(page).toEqual({ subscriptions: [], total: 0 });
});
