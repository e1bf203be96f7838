import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billedSubscription } from "#tests/support/billed-subscription.ts";
import { createCreditShopper } from "#tests/support/credit-shopper.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What the rows of the exports add up to is what the analytics overview and the ledger say.

type Row = Record<string, string> & { type: number };

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "small", timezone: "America/St_Johns" });
  const shopper = await createCreditShopper(shop, [5000, null]);
  const { code } = (await shopper.hold("20.00")).body;
  await shopper.buy(code, 2);
  const other = await createCreditShopper(shop, [1200, 20]);
  await control(`customers/${shopper.cid}/payment-methods`);
  await billedSubscription(shop, { cid: shopper.cid, kind: "membership" });
  await control("clock", { advance: "P40D" });
  const { body } = await shop.proxy("/data/orders", { key: shop.key });
  const refunded = body.data.at(-3).order_id.split("/").at(-1);
  await control(`orders/${refunded}/refund`);
  await other.give([750, null]);
  await shop.quiet();
});
afterAll(() => testApp.close());

async function control(name: string, body: Record<string, unknown> = {}): Promise<void> {
  expect((await shop.control(name, body)).status, name).toBe(200);
  await shop.quiet();
}

async function rowsOf(name: string): Promise<Row[]> {
  const { status, body } = await shop.proxy(`/data/${name}`, { key: shop.key });
  expect([status, body.meta.has_more]).toEqual([200, false]);
  return body.data;
}

const overview = async () => (await shop.core("/analytics/overview?period=365d")).body.data;

/** Hundredths, added as whole numbers. */
const sum = (values: readonly string[]) =>
  values.reduce((total, value) => total + Math.round(Number(value) * 100), 0);
const money = (hundredths: number) => (hundredths / 100).toFixed(2);

describe("the rows of the exports", () => {
  test("of orders add up to the revenue of each day, of the year, and of renewals", async () => {
    const { series, revenue, from } = await overview();
    const orders = await rowsOf("orders");
    const ofDay = Map.groupBy(orders, ({ order_date: date = "" }) => date.slice(0, 10));
    const revenueOf = (rows: readonly Row[] = []) => sum(rows.map((row) => row.revenue ?? ""));
    expect(
      series.map(({ date }: { date: string }) => [date, money(revenueOf(ofDay.get(date)))]),
    ).toEqual(series.map((day: { date: string; revenue: string }) => [day.date, day.revenue]));
    const within = orders.filter(({ order_date: date = "" }) => date >= from);
    expect(within.length).toBeGreaterThan(50);
    expect(revenue.total).toBe(money(revenueOf(within)));
    const isRenewal = ({ order_tag: tag = "" }: Row) => /^(recharge|SubsProd-Recharge)$/.test(tag);
    expect(revenue.recurring).toBe(money(revenueOf(within.filter(isRenewal))));
    expect(revenue.average_order_value).toBe(money(Math.round(revenueOf(within) / within.length)));
  });

  test("of store credit add up to what was issued, used, expired and is outstanding", async () => {
    const { store_credit: figures } = await overview();
    const credits = await rowsOf("store-credits");
    const of = (...types: number[]) =>
      sum(credits.filter(({ type }) => types.includes(type)).map(({ value = "" }) => value));
    expect(money(of(1, 8, 9, 11))).toBe(figures.issued);
    expect(money(-of(2, 3))).toBe(figures.used);
    expect(money(sum(credits.map(({ value = "" }) => value)))).toBe(figures.outstanding);
    expect(Number(figures.expired)).toBeGreaterThan(0);
  });

  test("of store credit add up to each customer's balance, and all to the ledger's", async () => {
    const credits = Map.groupBy(await rowsOf("store-credits"), (row) => row.platform_customer_gid);
    const customers = await rowsOf("customers");
    for (const { platform_customer_gid: gid, available_current_balance: balance } of customers) {
      const values = (credits.get(gid) ?? []).map(({ value = "" }) => value);
      expect([gid, money(sum(values))]).toEqual([gid, balance]);
    }
    const { db, shop: row } = await shop.context();
    const { _sum: ledger } = await db.prisma.creditAccount.aggregate({
      where: { shopId: row.id, unit: "money" },
      _sum: { availableMinor: true },
    });
    const all = [...credits.values()].flat().map(({ value = "" }) => value);
    expect(sum(all)).toBe(Number(ledger.availableMinor));
  });
});
