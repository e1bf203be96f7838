import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { type CreditShopper, createCreditShopper } from "#tests/support/credit-shopper.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { passTime } from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A store of euros that also sells in yen and dinars: no amount is ever compared with one of another currency.

/** For 14.90 a piece. */
const HERBS = 7502;
const rates = { JPY: 160, KWD: 0.35 };

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods", timezone: "Europe/Berlin", currency: "EUR" });
  await shop.act("currencies", { rates });
});

test("an order paid and a contract agreed in a currency of four letters are kept in it", async () => {
  await shop.act("currencies", { rates: { USDC: 1.1 } });
  const { cid } = await shop.act("customers", { email: "coin@example.com" });
  const lines = [{ variant_id: HERBS, quantity: 1 }];
  await shop.act("orders", { cid, lines, currency: "USDC" });
  await shop.act("contracts", { cid, price: "24", currency: "USDC", delivery_price: 0 });
  await shop.quiet();
  const { db, shop: store } = await shop.context();
  const orders = await db.prisma.order.findMany({ where: { shopId: store.id } });
  expect(orders.map(({ presentmentCurrency }) => presentmentCurrency)).toContain("USDC");
  const { body } = await shop.core(`/subscriptions?customer_id=${cid}`);
  expect(body.data).toMatchObject([{ price: "24.00", currency: "USDC" }]);
});

describe("a hold for a cart in another currency", () => {
  let shopper: CreditShopper;
  beforeEach(async () => {
    shopper = await createCreditShopper(shop, [5000, null]);
  });
  const hold = (body: Record<string, unknown>) =>
    shop.proxy("/storefront/store-credit/hold", { cid: shopper.cid, body });

  test.each([false, true])(
    "never takes that cart's amount for one of the store's (at_most: %s)",
    async (at_most) => {
      const { status, body } = await hold({ amount: "1500.00", currency: "JPY", at_most });
      expect(status).toBe(422);
      expect(JSON.parse(body.data)).toEqual({ currency: [expect.stringContaining("EUR")] });
      expect(await shopper.balance()).toEqual([5000, 0]);
    },
  );

  test("leaves a hold as it is that a request in another currency would make smaller", async () => {
    const { code } = (await shopper.hold("30.00")).body;
    expect((await hold({ amount: "20", currency: "JPY", at_most: true })).status).toBe(422);
    expect((await shopper.look()).body.hold).toMatchObject({ code, amount: "30.00" });
  });

  test("is made for an amount of the store's currency, whether the request names it or not", async () => {
    const named = await hold({ amount: "10.00", currency: "EUR" });
    expect(named).toMatchObject({ status: 200, body: { amount: "10.00", currency: "EUR" } });
    expect((await hold({ amount: "12.00" })).body).toMatchObject({ amount: "12.00" });
  });

  test("needs no amount, and is then of the whole balance in the store's currency", async () => {
    const { status, body } = await hold({});
    expect(status).toBe(200);
    expect(body).toMatchObject({ amount: "50.00", currency: "EUR" });
  });

  test.each(["", "eur", "EURO", "¥", 978])("is refused for a currency %j", async (currency) => {
    const { status, body } = await hold({ amount: "10.00", currency });
    expect(status).toBe(422);
    expect(Object.keys(JSON.parse(body.data))).toEqual(["currency"]);
    expect(await shopper.balance()).toEqual([5000, 0]);
  });
});

describe("an order that is paid in another currency", () => {
  const buy = async (cid: number, more: Record<string, unknown>) => {
    const lines = [{ variant_id: HERBS, quantity: 2 }];
    return shop.act("orders", { cid, lines, ...more });
  };

  test.each(["JPY", "KWD"])(
    "in %s takes of the credit what its code took off in the store's, and gives it back alike",
    async (currency) => {
      const shopper = await createCreditShopper(shop, [5000, null]);
      const { code } = (await shopper.hold("10.00")).body;
      const order = await buy(shopper.cid, { credit_code: code, currency });
      expect(await shopper.balance()).toEqual([4000, 0]);
      await shop.act(`orders/${order.order_id}/refund`, {});
      expect(await shopper.balance()).toEqual([5000, 0]);
    },
  );

  test("takes no more than its goods cost, also of a hold of more, and the rest is free", async () => {
    const shopper = await createCreditShopper(shop, [5000, null]);
    const { code } = (await shopper.hold()).body;
    await buy(shopper.cid, { credit_code: code, currency: "JPY" });
    expect(await shopper.balance()).toEqual([5000 - 2 * 1490, 0]);
  });

  test("earns the points of its price in the store's currency", async () => {
    await makeRule(shop, {
      type: "points_for_purchases",
      settings: { points_per_dollar: 1, award_on: "paid" },
    });
    const shopper = await createCreditShopper(shop);
    await shop.act("tax", { included: true, rate: 0 });
    await buy(shopper.cid, { currency: "JPY" });
    await passTime(shop, "P15D");
    const { db, shop: row } = await shop.context();
    const where = { shopId: row.id, customerId: shopper.customerId, unit: "points" };
    const account = await db.prisma.creditAccount.findFirstOrThrow({ where });
    expect(Number(account.availableMinor)).toBe(29);
  });
});

describe("a contract in another currency", () => {
  type Contract = { cid: number; contractId: number };
  const inYen = (more: Record<string, unknown> = {}) =>
    shop.createContract({ price: "2400", currency: "JPY", delivery_price: 0, ...more });
  const say = async ({ cid, contractId }: Contract) => {
    const body = { reason: "too_expensive" };
    return (await shop.proxy(`/storefront/cancel-flow/${contractId}/reason`, { cid, body })).body;
  };
  const fixed = {
    ...({ type: "discount_price", discount_type: "fixed_amount" } as const),
    ...{ discount_value: 3, cycles: 3 },
  };
  const percent = { ...fixed, discount_type: "percentage", discount_value: 20 } as const;
  const activate = ({ cid, contractId }: Contract, offerId: number) =>
    shop.proxy(`/membership/churn/${contractId}/offers/${offerId}/activation`, {
      ...{ key: shop.key, method: "POST", query: { cid: String(cid) } },
    });

  test("is offered no amount that is meant in the store's, and the next offer in its place", async () => {
    await offerFor(shop, "too_expensive", await createOffer(shop, fixed, "3 off"), -2);
    await offerFor(shop, "too_expensive", await createOffer(shop, percent, "20% off"), -1);
    const { offer } = await say(await inYen());
    expect(offer).toMatchObject({
      discount: { price_minor: 2400, price_with_offer_minor: 1920, currency: "JPY" },
    });
    const { offer: own } = await say(await shop.createContract({ price: "15.00" }));
    expect(own).toMatchObject({ discount: { price_with_offer_minor: 1200, currency: "EUR" } });
  });

  test("takes no such offer when a partner activates it either", async () => {
    const offerId = await createOffer(shop, fixed, "3 off");
    const contract = await inYen();
    expect((await activate(contract, offerId)).status).toBeGreaterThanOrEqual(400);
    expect((await shop.platformContract(contract.contractId))?.discounts).toEqual([]);
    expect((await activate(await shop.createContract({}), offerId)).status).toBe(200);
  });

  test("is offered credit in the store's currency, and says so", async () => {
    const rules = {
      type: "add_store_credits",
      credit_amount: "5.00",
      expires_in_days: null,
    } as const;
    await offerFor(shop, "too_expensive", await createOffer(shop, rules, "Credit"));
    const { offer } = await say(await inYen());
    expect(offer.credit).toMatchObject({ amount_minor: 500, currency: "EUR" });
  });

  test("gets no reward of an amount in the store's, and the merchant reads why", async () => {
    const contract = await inYen();
    await makeRule(shop, {
      ...{ type: "membership_recharge_punch_card", settings: { required_recharges: 1 } },
      reward: {
        ...{ reward_type: "contract_discount", discount_type: "fixed_amount" },
        ...{ discount_amount: 3, cycles: 2 },
      },
    });
    await shop.act(`contracts/${contract.contractId}/charge`, { cycle_index: 1 });
    await passTime(shop, "P15D");
    expect((await shop.platformContract(contract.contractId))?.discounts).toEqual([]);
    const { db, shop: row } = await shop.context();
    const where = { shopId: row.id, kind: "loyalty_contract_reward.refused" };
    expect(await db.prisma.activity.findMany({ where })).toMatchObject([
      { message: expect.stringMatching(/EUR.*JPY/) },
    ]);
  });

  test("is paid with money, whatever credit its owner has and wants to use", async () => {
    const { cid, contractId } = await inYen();
    await shop.core(`/store-credits/${cid}/add`, { body: { amount: 50, reason: "Goodwill" } });
    const path = "/storefront/store-credit/renewals";
    expect((await shop.proxy(path, { cid, body: { enabled: true } })).status).toBe(200);
    await shop.act("clock", { advance: "P32D" });
    const { body } = await shop.proxy("/storefront/store-credit", { cid });
    expect(body).toMatchObject({ balance: "50.00", held: "0.00", currency: "EUR" });
    expect(await shop.platformContract(contractId)).toMatchObject({
      lastCharge: { amountMinor: 2400, currency: "JPY" },
    });
  });

  test("is worth a month what its latest order's rate makes of it", async () => {
    const { contractId } = await inYen();
    await shop.act(`contracts/${contractId}/charge`, { cycle_index: 1 });
    const { body } = await shop.core("/analytics/overview?period=30d");
    expect(body.data).toMatchObject({ currency: "EUR", revenue: { mrr: "15.00" } });
  });

  test("shows its owner the charges as they were paid", async () => {
    const { cid, contractId } = await inYen();
    await shop.act("clock", { advance: "P32D" });
    const { body } = await shop.proxy(`/storefront/portal/${contractId}`, { cid });
    const paid = { amount_minor: 2400, currency: "JPY", currency_digits: 0, status: "paid" };
    expect(body.charges).toMatchObject([paid, paid]);
  });

  test("keeps its charges in its currency, and its orders in the store's", async () => {
    const { contractId } = await inYen();
    await shop.act("clock", { advance: "P32D" });
    const { db, shop: row } = await shop.context();
    const where = { shopId: row.id };
    const subscription = await db.prisma.subscription.findFirstOrThrow({
      where: { ...where, platformContractId: BigInt(contractId) },
    });
    expect(subscription).toMatchObject({ currency: "JPY", lastChargeMinor: 2400n });
    const attempts = await db.prisma.billingAttempt.findMany({
      where: { ...where, subscriptionId: subscription.id },
    });
    expect(attempts).toMatchObject([{ currency: "JPY", amountMinor: 2400n }]);
    const orders = await db.prisma.orderSubscription.findMany({
      where: { ...where, subscriptionId: subscription.id, isRenewal: true },
      include: { order: true },
    });
    expect(orders.map(({ order }) => order)).toMatchObject([
      {
        currency: "EUR",
        totalMinor: 1500n,
        presentmentCurrency: "JPY",
        presentmentTotalMinor: 2400n,
      },
    ]);
  });
});

test("a charge in another currency than the contract's is not told as one of the contract's", async () => {
  const { cid, contractId } = await shop.createContract({ price: "15.00", order: false });
  await shop.control("shop", { currency: "USD" });
  await shop.act(`contracts/${contractId}/charge`, { cycle_index: 1 });
  const { body } = await shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid });
  expect(body.contract).toMatchObject({ price_minor: 1500, currency: "EUR" });
  expect(body.last_charge).toBeNull();
});

test("a discount of one currency never reaches a contract of another", async () => {
  const { contractId } = await shop.createContract({ price: "2400", currency: "JPY" });
  const { platform } = await shop.context();
  const drafted = platform.draftContractChange(contractId, {
    ...{ kind: "add_discount", title: "Three off", recurringCycleLimit: null },
    value: { kind: "fixed_amount", amountMinor: 300, currency: "EUR" },
  });
  await expect(drafted).rejects.toMatchObject({ kind: "refused" });
  expect((await shop.platformContract(contractId))?.discounts).toEqual([]);
});
