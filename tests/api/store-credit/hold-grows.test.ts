import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdCredit } from "#app/domain/store-credit/holds/hold-credit.ts";
import { type CreditShopper, createCreditShopper } from "#tests/support/credit-shopper.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A hold grows with the cart that it is for: the ledger first, then the code.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "goods" });
});
afterAll(() => testApp.close());

const update = "discountCodeBasicUpdate";
const onHold = async (shopper: CreditShopper) =>
  (await shopper.entries()).filter(({ status }) => status === 1);

describe("a shopper whose cart has grown", () => {
  test("gets the same code for more, from one entry, and the balance gives the difference", async () => {
    const shopper = await createCreditShopper(shop, [2500, null]);
    const first = (await shopper.hold("5.00")).body;
    const { status, body } = await shopper.hold("12.90");
    expect(status).toBe(200);
    expect(body).toMatchObject({ code: first.code, amount: "12.90", balance: "12.10" });
    expect(body.held).toBe("12.90");
    expect(await onHold(shopper)).toMatchObject([{ amountMinor: -1290 }]);
    expect((await shopper.look()).body.hold).toMatchObject({ code: first.code, amount: "12.90" });
  });

  test("pays with all of it, and what the order does not use comes back", async () => {
    const shopper = await createCreditShopper(shop, [300, 20], [2200, null]);
    const { code } = (await shopper.hold("5.00")).body;
    await shopper.hold("20.00");
    await shopper.give([1000, null]);
    const order = await shopper.buy(code, 1);
    expect(order.totalMinor).toBe(490);
    expect(await shopper.balance()).toEqual([3500 - 1490, 0]);
    expect((await shopper.entries()).filter(({ status }) => status === 0)).toContainEqual({
      typeCode: 2,
      amountMinor: -1490,
      status: 0,
    });
  });

  test("gets no more than there is, and all there is without an amount", async () => {
    const shopper = await createCreditShopper(shop, [2500, null]);
    await shopper.hold("5.00");
    expect((await shopper.hold(99)).body).toMatchObject({ amount: "25.00", balance: "0.00" });
    await shopper.give([500, null]);
    expect((await shopper.hold()).body).toMatchObject({ amount: "30.00", balance: "0.00" });
  });

  test("has it kept for thirty minutes from then, and gets it back after them", async () => {
    const own = await testApp.createShop({ seed: "goods" });
    const shopper = await createCreditShopper(own, [2500, null]);
    const first = (await shopper.hold("5.00")).body;
    await own.control("clock", { advance: "PT20M" });
    const second = (await shopper.hold("10.00")).body;
    const longer = Date.parse(second.kept_until) - Date.parse(first.kept_until);
    expect(longer / 60_000).toBeGreaterThanOrEqual(20);
    await own.control("clock", { advance: "PT29M" });
    expect(await shopper.balance()).toEqual([1500, 1000]);
    await own.control("clock", { advance: "PT2M" });
    expect(await shopper.balance()).toEqual([2500, 0]);
    const lines = [{ variant_id: 7502, quantity: 2 }];
    const late = await own.control("orders", { cid: shopper.cid, lines, credit_code: first.code });
    expect(late.status).toBe(422);
  });

  test("keeps what was held before it expired", async () => {
    const own = await testApp.createShop({ seed: "goods" });
    const shopper = await createCreditShopper(own, [1000, 1], [1000, null]);
    await own.control("clock", { advance: "PT23H50M" });
    await shopper.hold("10.00");
    await own.control("clock", { advance: "PT20M" });
    const { body } = await shopper.hold("15.00");
    expect(body).toMatchObject({ amount: "15.00", balance: "5.00" });
    await shopper.buy(body.code, 1);
    expect(await shopper.balance()).toEqual([510, 0]);
  });

  test("48 at once for different amounts end with one hold of the largest, and a code worth as much", async () => {
    const shopper = await createCreditShopper(shop, [6000, null]);
    const amounts = Array.from({ length: 48 }, (_, index) => 1 + ((index * 17) % 48));
    const answers = await Promise.all(amounts.map((amount) => shopper.hold(amount)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.code)).size).toBe(1);
    expect(await shopper.balance()).toEqual([1200, 4800]);
    const order = await shopper.buy(answers[0]?.body.code, 4);
    expect(order.totalMinor).toBe(4 * 1490 + 490 - 4800);
    expect(await shopper.balance()).toEqual([1200, 0]);
  });

  test("and who has paid meanwhile gets a new hold, never more than there is", async () => {
    const shopper = await createCreditShopper(shop, [2500, null]);
    const { code } = (await shopper.hold("10.00")).body;
    const [, again] = await Promise.all([shopper.buy(code, 1), shopper.hold("20.00")]);
    expect([200, 503]).toContain(again.status);
    await shop.quiet();
    const [available, held] = await shopper.balance();
    const spent = (await shopper.entries())
      .filter(({ status, typeCode }) => status === 0 && typeCode === 2)
      .reduce((sum, { amountMinor }) => sum - amountMinor, 0);
    expect(available + held + spent).toBe(2500);
    expect(available).toBeGreaterThanOrEqual(0);
  });
});

describe("a shopper whose order has used the code, of which no news has come yet", () => {
  const paidUnheard = async () => {
    const own = await testApp.createShop({ seed: "goods" });
    const shopper = await createCreditShopper(own, [4000, null]);
    const { code } = (await shopper.hold("10.00")).body;
    await own.control("webhooks", { delay_ms: 600_000 });
    const lines = [{ variant_id: 7502, quantity: 1 }];
    const order = await own.control("orders", { cid: shopper.cid, lines, credit_code: code });
    expect(order.status).toBe(200);
    expect(await shopper.balance()).toEqual([3000, 1000]);
    const hear = async () => {
      await own.control("webhooks", { delay_ms: 0 });
      await own.quiet();
    };
    return { own, shopper, code, hear };
  };

  test("gets another code for more, and what the order took is spent once", async () => {
    const { shopper, code, hear } = await paidUnheard();
    const { status, body } = await shopper.hold("20.00");
    expect([status, body]).toMatchObject([200, { amount: "20.00", balance: "10.00" }]);
    expect(body.code).not.toBe(code);
    expect(await shopper.balance()).toEqual([1000, 2000]);
    await hear();
    expect(await shopper.balance()).toEqual([1000, 2000]);
    const order = await shopper.buy(body.code, 2);
    expect(order.totalMinor).toBe(2 * 1490 + 490 - 2000);
    expect(await shopper.balance()).toEqual([1000, 0]);
    const spent = (await shopper.entries()).filter(
      ({ status: s, typeCode }) => s === 0 && typeCode === 2,
    );
    expect(spent.map(({ amountMinor }) => amountMinor)).toEqual([-1000, -2000]);
  });

  test("24 at once for more get one new code, and nothing is lost or made", async () => {
    const { shopper, code, hear } = await paidUnheard();
    const answers = await Promise.all(Array.from({ length: 24 }, () => shopper.hold("20.00")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const codes = new Set(answers.map(({ body }) => body.code));
    expect([codes.size, codes.has(code)]).toEqual([1, false]);
    await hear();
    expect(await shopper.balance()).toEqual([1000, 2000]);
  });

  test("is told to wait where the platform counts the order and does not show it, and nothing moves", async () => {
    const { own, shopper, hear } = await paidUnheard();
    const context = await own.context();
    const platform = { ...context.platform, listOrdersWithCode: async () => [] };
    const refused = holdCredit({ ...context, platform }, shopper.cid, 2000);
    await expect(refused).rejects.toMatchObject({ code: "platform_unavailable" });
    expect(await shopper.balance()).toEqual([3000, 1000]);
    await hear();
    expect(await shopper.balance()).toEqual([3000, 0]);
    expect((await shopper.hold("20.00")).body).toMatchObject({ amount: "20.00" });
  });
});

describe("when the platform does not raise the code", () => {
  test("because it is away, the code is worth no more than before, and the next request raises it", async () => {
    const shopper = await createCreditShopper(shop, [2500, null]);
    const first = (await shopper.hold("5.00")).body;
    const fault = { count: 100, operation: update, status: 503, after: "before-effect" };
    await shop.control("fail-next", fault);
    const { status, body } = await shopper.hold("12.00");
    await shop.control("clear-faults");
    expect([status, body.code]).toEqual([503, "platform_unavailable"]);
    expect((await shopper.look()).body).toMatchObject({
      held: "12.00",
      hold: { code: first.code, amount: "5.00" },
    });
    expect((await shopper.hold("12.00")).body).toMatchObject({ code: first.code, amount: "12.00" });
    const order = await shopper.buy(first.code, 1);
    expect(order.totalMinor).toBe(1490 + 490 - 1200);
  });

  test("because it refuses, the shopper hears so and the credit comes back with the hold", async () => {
    const own = await testApp.createShop({ seed: "goods" });
    const shopper = await createCreditShopper(own, [2500, null]);
    await shopper.hold("5.00");
    const refusal = { operation: update, code: "INTERNAL_ERROR", message: "Out of order" };
    await own.control("refuse-next", refusal);
    expect((await shopper.hold("12.00")).body).toMatchObject({ code: "platform_refused" });
    await own.control("clock", { advance: "PT31M" });
    expect(await shopper.balance()).toEqual([2500, 0]);
  });
});
