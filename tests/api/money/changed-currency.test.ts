import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readOverview } from "#app/domain/analytics/read-overview.ts";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { createPlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { createCreditShopper } from "#tests/support/credit-shopper.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { passTime } from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";
import { withdrawals } from "#tests/support/withdrawals.ts";

// A store of euros whose currency on the platform has become the yen: its new orders are in yen, all amounts here in euros.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods", timezone: "Europe/Berlin", currency: "EUR" });
  await shop.act("tax", { included: true, rate: 0 });
});

async function changeCurrency() {
  expect((await shop.control("shop", { currency: "JPY" })).status).toBe(200);
  await shop.quiet();
}

async function newCustomer(): Promise<number> {
  const email = `c${uniqueNumber()}@example.com`;
  const { cid } = (await shop.control("customers", { email })).body;
  await shop.quiet();
  return cid;
}

async function asMerchant() {
  return { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } as const };
}

async function pointsOf(cid: number): Promise<number> {
  const { db, shop: row } = await shop.context();
  const customer = { platformCustomerId: BigInt(cid) };
  const where = { shopId: row.id, customer, unit: "points" };
  const account = await db.prisma.creditAccount.findFirst({ where });
  return Number(account?.availableMinor ?? 0);
}

test("the figures of a period are of the orders in the store's own currency", async () => {
  const cid = await newCustomer();
  await shop.act("orders/plain", { cid, total: "100.00" });
  await changeCurrency();
  await shop.act("orders/plain", { cid, total: "10000" });
  const { revenue, series } = await readOverview(await shop.context(), {
    period: "30d",
    planId: null,
  });
  expect(revenue).toMatchObject({ totalMinor: 10000, averageOrderMinor: 10000 });
  expect(series.reduce((sum, { revenueMinor }) => sum + revenueMinor, 0)).toBe(10000);
});

test("those of a plan, and what its subscriptions are worth a month, as well", async () => {
  await shop.createContract({ price: "15.00", delivery_price: 0 });
  await changeCurrency();
  await shop.createContract({ price: "2400", delivery_price: 0 });
  await shop.quiet();
  const context = await shop.context();
  const { planId } = await context.db.prisma.subscription.findFirstOrThrow({
    where: { shopId: context.shop.id, planId: { not: null } },
  });
  const of = async (id: bigint | null) =>
    (await readOverview(context, { period: "30d", planId: id })).revenue;
  expect(await of(planId)).toMatchObject({ totalMinor: 1500, mrrMinor: 1500 });
  expect(await of(null)).toMatchObject({ totalMinor: 1500, mrrMinor: 1500 });
});

describe("an order in another currency", () => {
  test("gives no points for what it cost", async () => {
    await makeRule(shop, {
      type: "points_for_purchases",
      settings: { points_per_dollar: 1, award_on: "paid" },
    });
    const cid = await newCustomer();
    await shop.act("orders/plain", { cid, total: "100.00" });
    await changeCurrency();
    await shop.act("orders/plain", { cid, total: "10000" });
    await passTime(shop, "P16D");
    expect(await pointsOf(cid)).toBe(100);
  });

  test("reaches no goal of an amount, and is a stamp where no amount is asked", async () => {
    const reward = { reward_type: "points", points: 7 };
    const card = { required_purchases: 1 };
    await makeRule(shop, { type: "goal_spend", settings: { goal_amount: 50 }, reward });
    await makeRule(shop, {
      ...{ type: "punch_card", settings: { ...card, minimum_order_amount: 1 } },
      reward: { ...reward, points: 30 },
    });
    await makeRule(shop, {
      type: "punch_card",
      settings: card,
      reward: { ...reward, points: 500 },
    });
    const cid = await newCustomer();
    await changeCurrency();
    await shop.act("orders/plain", { cid, total: "6000" });
    await passTime(shop, "P16D");
    expect(await pointsOf(cid)).toBe(500);
  });

  test.each([
    { basis: "spend" as const, threshold: 10000, credit: 0 },
    { basis: "orders" as const, threshold: 1, credit: 2000 },
  ])("lifts by $basis into a tier with credit of $credit", async ({ basis, threshold, credit }) => {
    const entryReward = { reward_type: "store_credit", credit_amount: 20 };
    const tier = { id: null, name: "Gold", threshold, multiplier: 100, perks: "", entryReward };
    const input = { basis, tiers: [tier] };
    await saveLadder(await asMerchant(), { version: 0, input } as never);
    const cid = await newCustomer();
    await changeCurrency();
    await shop.act("orders/plain", { cid, total: "10000" });
    await passTime(shop, "P16D");
    const { data } = (await shop.core(`/store-credits/${cid}`)).body;
    expect(Number(data?.balance ?? 0) * 100).toBe(credit);
  });
});

test("a withdrawal names what is to be refunded in each currency", async () => {
  await shop.act("currencies", { rates: { JPY: 160 } });
  const due = addDays((await shop.context()).clock.now(), 3, "Europe/Berlin");
  const subscription = await billedSubscription(shop, {
    ...{ price: "15.00", delivery_price: 0, interval_name: "week", interval_count: 1 },
    next_billing_date: due,
  });
  await shop.act("currencies", { rates: {} });
  await changeCurrency();
  await shop.act("currencies", { rates: { EUR: 1 / 160 } });
  await goTo(shop, addDays(due, 1, "Europe/Berlin"));
  await shop.quiet();
  const asked = withdrawals(shop);
  expect((await asked.withdraw(subscription)).status).toBe(200);
  await shop.quiet();
  expect(await asked.toRefund()).toMatchObject([
    { amountMinor: 1500, currency: "EUR" },
    { amountMinor: 2400, currency: "JPY" },
  ]);
});

test("a code for credit that an order in another currency used books nothing, and the merchant is told once", async () => {
  const shopper = await createCreditShopper(shop, [5000, null]);
  const { code } = (await shopper.hold("10.00")).body;
  await changeCurrency();
  const { order_id } = await shop.act("orders", {
    ...{ cid: shopper.cid, lines: [{ variant_id: 7502, quantity: 2 }], credit_code: code },
  });
  await shop.quiet();
  expect(await shopper.balance()).toEqual([5000, 0]);
  const told = async () =>
    (await listAttention(await shop.context())).filter(({ kind }) => kind.startsWith("credit_"));
  expect(await told()).toMatchObject([
    { kind: "credit_in_another_currency", currency: "EUR", orderCurrency: "JPY" },
  ]);
  await shop.act(`orders/${order_id}/refund`, {});
  await shop.quiet();
  expect(await shopper.balance()).toEqual([5000, 0]);
  expect(await told()).toHaveLength(1);
});

describe("a plan that is saved", () => {
  const save = async (discount: object) => {
    const plan = {
      ...{ planId: null, name: "Monthly", interval: { unit: "month", count: 1 } },
      ...{ discount, discountCycles: null },
    };
    const input = { name: `Coffee ${uniqueNumber()}`, kind: "product", plans: [plan] };
    const key = crypto.randomUUID();
    return createPlanGroup(await asMerchant(), { key, input, productIds: [7001] });
  };

  test.each(["fixed_price", "fixed_amount"])(
    "with an amount (%s) is refused, and says what to do",
    async (type) => {
      await changeCurrency();
      await expect(save({ type, amount: "3.00" })).rejects.toMatchObject({
        code: "invalid_input",
        fields: { "plans.0.discount.amount": [expect.stringMatching(/JPY.*percentage/)] },
      });
    },
  );

  test("with a percentage goes through", async () => {
    await changeCurrency();
    const { plans } = await save({ type: "percentage", percentage: 10 });
    expect(plans).toHaveLength(1);
  });
});
