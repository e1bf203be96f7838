import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readChargeCalendar } from "#app/domain/billing/attempts/read-charge-calendar.ts";
import { skipNextCharge } from "#app/domain/billing/changes/skip-next-charge.ts";
import {
  listSubscriptionsForMerchant,
  type SubscriptionSort,
} from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import type { MerchantFilters } from "#app/domain/subscriptions/lists/merchant-filters.ts";
import { pauseSubscription } from "#app/domain/subscriptions/pauses/pause-subscription.ts";
import { addDays, formatDate, startOfDay } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { howMany } from "#tests/support/how-many.ts";
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

test("a subscription is found by its id in the API", async () => {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id, platformContractId: BigInt(contract(5)) };
  const { id } = await db.prisma.subscription.findFirstOrThrow({ where });
  expect(await list({ subscriptionId: id })).toEqual({ contracts: [contract(5)], total: 1 });
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

describe("the calendar of thirty days", () => {
  const calendarOf = async (store: TestShop) => {
    const context = await store.context();
    const from = context.clock.now();
    const before = addDays(startOfDay(from, zone), 30, zone);
    return { from, days: await readChargeCalendar(context, { from, before }) };
  };
  const chargesOn = (days: readonly { day: string; charges: number }[]) =>
    days.reduce((sum, { charges }) => sum + charges, 0);

  test("repeats each subscription in its rhythm, and leaves out what is skipped", async () => {
    const store = await testApp.createShop({ timezone: zone, currency: "EUR" });
    const { clock } = await store.context();
    const tomorrow = addDays(clock.now(), 1, zone);
    const daily = { price: "2.00", interval_name: "day", interval_count: 1 };
    const { contractId } = await store.createContract({ ...daily, next_billing_date: tomorrow });
    await store.createContract({
      ...{ price: "15.00", interval_name: "week", interval_count: 2 },
      next_billing_date: tomorrow,
    });
    await store.quiet();
    const { days } = await calendarOf(store);
    expect(chargesOn(days)).toBe(29 + 3);
    expect(days.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(
      29n * 200n + 3n * 1500n,
    );
    const context = await store.context();
    const where = { shopId: context.shop.id, platformContractId: BigInt(contractId) };
    const { id, nextBillingAt } = await context.db.prisma.subscription.findFirstOrThrow({ where });
    const dueAt = nextBillingAt ?? tomorrow;
    await skipNextCharge(context, { subscriptionId: id, dueAt });
    await store.quiet();
    expect(chargesOn((await calendarOf(store)).days)).toBe(28 + 3);
  });

  test("returns after February to the day on which a contract began, also where nothing was charged yet", async () => {
    const store = await testApp.createShop({ timezone: zone, currency: "EUR" });
    const year = (await store.context()).clock.now().getUTCFullYear() + 1;
    const noon = (month: number, day: number) => new Date(Date.UTC(year, month - 1, day, 12));
    await store.createContract({
      ...{ created_at: noon(-4, 31), next_billing_date: noon(3, 0), price: "15.00" },
    });
    await store.quiet();
    const context = await store.context();
    const period = { from: context.clock.now(), before: noon(5, 1) };
    const days = await readChargeCalendar(context, period);
    expect(days.map(({ day }) => day)).toEqual(
      [noon(3, 0), noon(3, 31), noon(4, 30)].map((at) => formatDate(at, zone)),
    );
  });

  test("counts a pause from its end, and nothing of a failed payment", async () => {
    const store = await testApp.createShop({ timezone: zone, currency: "EUR" });
    const { clock } = await store.context();
    const due = addDays(clock.now(), 2, zone);
    const weekly = { price: "15.00", interval_name: "week", interval_count: 1 };
    const paused = await billedSubscription(store, { ...weekly, next_billing_date: due });
    const failing = await billedSubscription(store, { ...weekly, next_billing_date: due });
    await failing.nextPayments("FRAUD_SUSPECTED");
    const { status } = await paused.row();
    expect(status).toBe("active");
    await pauseSubscription(await store.context(), await paused.row(), 20);
    await goTo(store, addDays(due, 1, zone));
    const { days } = await calendarOf(store);
    const resumes = addDays(due, 20, zone);
    expect(days.map(({ day }) => day)).toEqual(
      [resumes, addDays(resumes, 7, zone)].map((at) => formatDate(at, zone)),
    );
  });

  test("costs one pass for a store of any size: what falls due in one rhythm is added up first", async () => {
    const store = await testApp.createShop({ timezone: zone, currency: "EUR" });
    const { clock, db, shop: row } = await store.context();
    const tomorrow = addDays(clock.now(), 1, zone);
    const daily = { price: "2.00", interval_name: "day", interval_count: 1 };
    const { contractId } = await store.createContract({ ...daily, next_billing_date: tomorrow });
    await store.quiet();
    const many = howMany(20_000, 200_000);
    await db.pool.query(
      `INSERT INTO subscriptions (shop_id, platform_contract_id, kind, status, platform_status, plan_name, price_minor, currency,
         interval_unit, interval_count, next_billing_at, platform_created_at, platform_updated_at)
       SELECT $1, n + 10000000, 'product', 'active', 'active', 'Daily', 200, 'EUR', 'day', 1, next_billing_at, now(), now()
       FROM subscriptions s, generate_series(1, $2::int) n WHERE s.shop_id = $1 AND s.platform_contract_id = $3`,
      [String(row.id), many, contractId],
    );
    const { days } = await calendarOf(store);
    expect(chargesOn(days)).toBe(29 * (many + 1));
  });
});

test("another store sees none of them", async () => {
  const other = await (await testApp.createShop()).context();
  const page = await listSubscriptionsForMerchant(other, {}, "created", { limit: 25, offset: 0 });
  expect(page).toEqual({ subscriptions: [], total: 0 });
});
