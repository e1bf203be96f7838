import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { searchProducts } from "#app/domain/plans/search-products.ts";
import { settleOrderCredit } from "#app/domain/store-credit/holds/settle-order-credit.ts";
import { type CreditShopper, createCreditShopper } from "#tests/support/credit-shopper.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Store credit does not pay gift cards. Its code takes from every product of an order, so it is worth no more than the other goods.

let testApp: TestApp;
let shop: TestShop;
let shopper: CreditShopper;
let giftCard: number;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods" });
  shopper = await createCreditShopper(shop, [3000, null]);
  const card = { title: "Gift card", price: "25.00", gift_card: true };
  giftCard = (await shop.control("products", card)).body.variant_id;
});

const herbs = 7502;
const buy = (code: string, ...variants: number[]) => {
  const lines = variants.map((variant_id) => ({ variant_id, quantity: 1 }));
  return shop.act("orders", { cid: shopper.cid, lines, credit_code: code });
};
const told = async () => {
  const { db, shop: row } = await shop.context();
  const kind = "store_credit.spent_on_gift_cards";
  const lines = await db.prisma.activity.findMany({ where: { shopId: row.id, kind } });
  return lines.map(({ message }) => message);
};
const toLookAt = async () =>
  (await listAttention(await shop.context())).filter(({ kind }) => kind === "credit_on_gift_cards");

describe("a hold for a cart with gift cards", () => {
  test("takes the place of one for more, with another code, and the rest is back", async () => {
    const large = (await shopper.hold("20.00")).body;
    const { status, body } = await shopper.hold("14.90", true);
    expect(status).toBe(200);
    expect(body).toMatchObject({ amount: "14.90", balance: "15.10", held: "14.90" });
    expect(body.code).not.toBe(large.code);
    expect(await shopper.balance()).toEqual([1510, 1490]);
    const order = { cid: shopper.cid, lines: [{ variant_id: herbs, quantity: 1 }] };
    const late = await shop.control("orders", { ...order, credit_code: large.code });
    expect(late.status).toBe(422);
  });

  test("is answered again when it is asked for again, and grows as any other", async () => {
    const { code } = (await shopper.hold("5.00", true)).body;
    expect((await shopper.hold("5.00", true)).body).toMatchObject({ code, amount: "5.00" });
    expect((await shopper.hold("9.00", true)).body).toMatchObject({ code, amount: "9.00" });
    expect((await shopper.hold("2.00", false)).body).toMatchObject({ code, amount: "9.00" });
  });

  test("is one, with one code, when it is asked for twice at the same time", async () => {
    await shopper.hold("20.00");
    const asked = await Promise.all([shopper.hold("6.00", true), shopper.hold("6.00", true)]);
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(asked.map(({ body }) => body.code)).size).toBe(1);
    expect(await shopper.balance()).toEqual([2400, 600]);
  });

  test("is a new one when an order that the app has not heard of has used the larger one", async () => {
    const { code } = (await shopper.hold("20.00")).body;
    await shop.control("webhooks", { lose: true });
    await buy(code, herbs);
    await shop.control("webhooks", { lose: false });
    const { status, body } = await shopper.hold("6.00", true);
    expect(status).toBe(200);
    expect(body.amount).toBe("6.00");
    expect(await shopper.balance()).toEqual([3000 - 1490 - 600, 600]);
  });
});

describe("an order with a gift card", () => {
  test("whose credit is worth no more than its other goods has bought nothing that it may not", async () => {
    const { code } = (await shopper.hold("14.90")).body;
    await buy(code, herbs, giftCard);
    expect(await shopper.balance()).toEqual([1510, 0]);
    expect([await told(), await toLookAt()]).toEqual([[], []]);
  });

  test("that a code typed in at the checkout has paid is told to the merchant, once", async () => {
    const { code } = (await shopper.hold("20.00")).body;
    const { order_id, order_name } = await buy(code, herbs, giftCard);
    await settleOrderCredit(await shop.context(), order_id);
    expect(await shopper.balance()).toEqual([1000, 0]);
    expect(await told()).toEqual([
      `Order ${order_name} used 5.10 EUR of store credit to pay for gift cards.`,
    ]);
    expect(await toLookAt()).toMatchObject([{ orderName: order_name, giftCardMinor: 510 }]);
  });

  test("and nothing else is told with all that credit has paid", async () => {
    const { code } = (await shopper.hold("20.00")).body;
    await buy(code, giftCard);
    expect(await toLookAt()).toMatchObject([{ giftCardMinor: 2000, currency: "EUR" }]);
  });
});

test("no gift card is offered for plans, rules and rewards", async () => {
  const found = await searchProducts(await shop.context(), "");
  expect(found.length).toBeGreaterThan(0);
  expect(found.map(({ title }) => title)).not.toContain("Gift card");
});
