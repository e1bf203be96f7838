import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOverviewDays, OVERVIEW_PERIODS } from "#app/domain/analytics/overview-days.ts";
import { ensureCustomer } from "#app/domain/customers/store-customer.ts";
import { CREDIT_TYPES, type CreditTypeCode } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readPastImports } from "#app/domain/past-imports/read-past-imports.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import {
  makeHistory,
  type OverviewHistory,
  writeHistory,
} from "#tests/support/overview-history.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// GET /analytics/overview (contract, section 4.1): figures against histories that the test counts by itself.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

async function overview(shop: TestShop, query = "") {
  const answer = await shop.core(`/analytics/overview${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** The dates of a period, by another calendar than the product's. */
function datesOf(now: number, count: number, zone: string): string[] {
  const today = Date.parse(dateIn(now, zone));
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();
function dateIn(at: number, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone });
  formats.set(zone, format);
  return format.format(at);
}

const share = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((10_000 * part) / whole) / 10_000;
const money = (minor: number) => (minor / 100).toFixed(2);
const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);

/** What the overview has to say of a history. */
function expected(history: OverviewHistory, dates: string[], zone: string, plan: number | null) {
  const within = new Set(dates);
  const isIn = (at: number | null) => at !== null && within.has(dateIn(at, zone));
  const isBefore = (at: number | null) => at !== null && dateIn(at, zone) < (dates[0] ?? "");
  const ofPlan = (member: number | null) =>
    plan === null || (member !== null && history.members[member]?.plan === plan);
  const members = history.members.filter((one) => plan === null || one.plan === plan);
  const present = members.filter(
    ({ joinedAt, cancelledAt }) => isBefore(joinedAt) && !isBefore(cancelledAt),
  );
  const orders = history.orders.filter(({ at, member }) => isIn(at) && ofPlan(member));
  const charges = history.charges.filter(({ at, member }) => isIn(at) && ofPlan(member));
  const flows = history.flows.filter(({ at, member }) => isIn(at) && ofPlan(member));
  const has = (status: string) => members.filter((one) => one.status === status).length;
  const joined = members.filter(({ joinedAt }) => isIn(joinedAt)).length;
  const ended = members.filter(({ cancelledAt }) => isIn(cancelledAt)).length;
  const total = sum(orders.map(({ totalMinor }) => totalMinor));
  const paid = charges.filter(({ status }) => status === "success").length;
  const outcomes = (wanted: string) => flows.filter(({ outcome }) => outcome === wanted).length;
  return {
    members: {
      active: has("active"),
      new: joined,
      cancelled: ended,
      churn_rate: share(present.filter(({ cancelledAt }) => cancelledAt).length, present.length),
    },
    subscriptions: { active: has("active"), paused: has("paused"), new: joined, cancelled: ended },
    revenue: {
      total: money(total),
      recurring: money(
        sum(orders.map(({ isRenewal, totalMinor }) => (isRenewal ? totalMinor : 0))),
      ),
      mrr: money(sum(members.map(({ worthMinor }) => worthMinor))),
      average_order_value: orders.length === 0 ? null : money(Math.round(total / orders.length)),
    },
    billing: {
      attempts: charges.length,
      successful: paid,
      failed: charges.length - paid,
      success_rate: share(paid, charges.length),
      recovered: charges.filter(({ afterFailure }) => afterFailure).length,
    },
    retention: {
      cancel_flows: flows.length,
      offers_shown: flows.filter(({ shown }) => shown).length,
      offers_accepted: 0,
      saved: outcomes("saved"),
      save_rate: share(outcomes("saved"), outcomes("saved") + outcomes("cancelled")),
    },
    series: dates.map((date) => {
      const isThen = (at: number | null) => at !== null && dateIn(at, zone) === date;
      return {
        date,
        revenue: money(
          sum(history.orders.map(({ at, totalMinor }) => (isThen(at) ? totalMinor : 0))),
        ),
        new_members: members.filter(({ joinedAt }) => isThen(joinedAt)).length,
        cancelled_members: members.filter(({ cancelledAt }) => isThen(cancelledAt)).length,
        failed_attempts: charges.filter(({ at, status }) => isThen(at) && status === "failed")
          .length,
      };
    }),
  };
}

describe.each([
  ["Pacific/Auckland", 7],
  ["America/Los_Angeles", 11],
])("in %s", (zone, seed) => {
  test("every figure of every period is what its history adds up to, for one plan and for all", async () => {
    const shop = await testApp.createShop({ timezone: zone });
    const context = await shop.context();
    const now = context.clock.now().getTime();
    const history = makeHistory(now, 380, seed);
    const plans = await writeHistory(context, history);
    for (const [period, days] of Object.entries(OVERVIEW_PERIODS)) {
      const dates = datesOf(now, days, zone);
      for (const plan of [null, 0, 1]) {
        const narrowed = plan === null ? "" : `&plan_id=${plans[plan]}`;
        const data = await overview(shop, `?period=${period}${narrowed}`);
        expect(data).toMatchObject(expected(history, dates, zone, plan));
        expect(data).toMatchObject({ period, from: dates[0], to: dates.at(-1) });
      }
    }
  }, 60_000);

  test("days are whole, also those of 23 and 25 hours, and follow one another without a gap", () => {
    const now = new Date("2026-11-22T15:00:00Z");
    const days = listOverviewDays(now, "365d", zone);
    expect(days.map(({ date }) => date)).toEqual(datesOf(now.getTime(), 365, zone));
    const hours = days.map(({ start, end }) => (end.getTime() - start.getTime()) / 3_600_000);
    expect([...new Set(hours)].sort()).toEqual([23, 24, 25]);
    for (const [index, { start, end, date }] of days.entries()) {
      expect(dateIn(start.getTime(), zone)).toBe(date);
      expect(dateIn(start.getTime() - 1, zone)).not.toBe(date);
      if (index > 0) expect(start).toEqual(days[index - 1]?.end);
      expect(dateIn(end.getTime() - 1, zone)).toBe(date);
    }
  });
});

describe("a store that has nothing yet", () => {
  test("is told by zeros, and by null where there is nothing to divide by; thirty days by default", async () => {
    const shop = await testApp.createShop({ currency: "EUR" });
    const data = await overview(shop);
    expect(data).toMatchObject({
      period: "30d",
      currency: "EUR",
      plan_id: null,
      members: { active: 0, new: 0, cancelled: 0, churn_rate: null },
      revenue: { total: "0.00", recurring: "0.00", mrr: "0.00", average_order_value: null },
      billing: { attempts: 0, success_rate: null, recovered: 0 },
      store_credit: { issued: "0.00", used: "0.00", outstanding: "0.00" },
      retention: { cancel_flows: 0, save_rate: null },
    });
    expect(data.series).toHaveLength(30);
    expect((await shop.core("/analytics/overview")).body.meta).toEqual({
      ...{ total: 1, limit: 1, offset: 0, has_more: false },
    });
  });

  test("answers 400 to a period that there is none of, and zeros to a plan that does not exist", async () => {
    const shop = await testApp.createShop();
    const answer = await shop.core("/analytics/overview?period=12d");
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: "invalid_request" });
    expect(answer.body.error.message).toContain("period");
    for (const id of ["plan_999999", "anything"]) {
      expect((await overview(shop, `?plan_id=${id}`)).members.active).toBe(0);
    }
    expect((await shop.core("/analytics/overview?plan_id=")).status).toBe(400);
  });
});

test("store credit is counted by what moved it, and what customers have is what is left", async () => {
  const shop = await testApp.createShop({ currency: "EUR" });
  const { cid } = (await shop.control("customers", { email: "a@example.com" })).body;
  const context = await shop.context();
  const customer = await ensureCustomer(context, cid);
  const post = (amountMinor: number, typeCode: CreditTypeCode) =>
    postCredit(context, {
      customerId: customer?.id ?? 0n,
      ...{ unit: "money", amountMinor, typeCode, message: "Test" },
    });
  await post(1000, CREDIT_TYPES.membership);
  await post(500, CREDIT_TYPES.promotion);
  await post(200, CREDIT_TYPES.adjustment);
  await post(-50, CREDIT_TYPES.adjustment);
  await post(-300, CREDIT_TYPES.redemption);
  await post(100, CREDIT_TYPES.redemptionReturned);
  await post(-70, CREDIT_TYPES.forfeit);
  await post(-30, CREDIT_TYPES.expired);
  expect((await overview(shop)).store_credit).toEqual({
    ...{ issued: "17.00", used: "2.00", expired: "0.30", forfeited: "0.70" },
    outstanding: "13.50",
  });
});

test("orders and contracts that come by webhook are in the figures at once: revenue at sale, and their monthly worth", async () => {
  const shop = await testApp.createShop({ currency: "EUR", seed: "small" });
  const context = await shop.context();
  await expect.poll(() => readPastImports(context), { timeout: 30_000 }).toEqual([]);
  const before = await overview(shop);
  const bought = await shop.control("orders", { cid: 1001, plan_id: 3501 });
  const plain = await shop.control("orders/plain", { total: "10.00", test: true });
  await shop.quiet();
  await shop.control(`orders/${plain.body.order_id}/refund`, { amount: "4.00" });
  await shop.quiet();
  const after = await overview(shop);
  const grown = (name: "total" | "mrr") =>
    Math.round(100 * (Number(after.revenue[name]) - Number(before.revenue[name])));
  expect(grown("total")).toBe(Math.round(100 * Number(bought.body.total)) + 1000);
  const { data } = await shop.core("/subscriptions?limit=1").then(({ body }) => body);
  expect(grown("mrr")).toBe(Math.round(100 * Number(data[0].price)));
  const contractId = bought.body.contract_id;
  await askPlatform(
    shop,
    `mutation($id: ID!) { subscriptionContractPause(subscriptionContractId: $id) { userErrors { message } } }`,
    { id: `gid://shopify/SubscriptionContract/${contractId}` },
  );
  await shop.quiet();
  expect((await overview(shop)).revenue.mrr).toBe(before.revenue.mrr);
});
