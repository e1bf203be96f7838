import { beforeEach, describe, expect, test } from "vitest";
import { shopperOf, signIn } from "#tests/api/devstore-storefront/shopper.ts";
import { bulkLines } from "./bulk-lines.ts";
import { orderFigures, readOrder, sum, withAmounts } from "./order-reader.ts";
import { type PlatformShop, platformShop } from "./platform-shop.ts";

// What an order comes to: taxes in the prices or on top of them, a tip, duties and fees.
let shop: PlatformShop;

beforeEach(async () => {
  shop = await platformShop({ seed: "goods" });
});

const herbs = { variant_id: 7502, quantity: 2 };

async function place(more: object = {}) {
  const { status, body } = await shop.control("orders", { cid: 1001, lines: [herbs], ...more });
  expect({ status, errors: body.errors }).toEqual({ status: 200 });
  return readOrder(shop, body.order_id);
}

describe("taxes", () => {
  test("that are in the prices are told line by line, and sum up to the order's", async () => {
    const order = await place({ lines: [herbs, { variant_id: 7503, quantity: 1 }] });
    expect(order).toMatchObject({
      taxesIncluded: true,
      subtotalPriceSet: "56.7",
      totalShippingPriceSet: "4.9",
      totalPriceSet: "61.6",
      totalTaxSet: "9.84",
    });
    const parts = [
      ...order.lineItems.flatMap(({ taxLines }: { taxLines: { priceSet: string }[] }) => taxLines),
      ...order.shippingLine.taxLines,
    ].map(({ priceSet }: { priceSet: string }) => priceSet);
    expect(parts).toHaveLength(3);
    expect(sum(...parts)).toBe(9.84);
  });

  test("that are on top make the total larger than what the lines and the delivery cost", async () => {
    const { body } = await shop.control("tax", { included: false, rate: 0.1 });
    expect(body).toEqual({ included: false, rate: 0.1 });
    expect(await place({ discount_codes: ["WELCOME10"] })).toMatchObject({
      taxesIncluded: false,
      subtotalPriceSet: "26.82",
      totalDiscountsSet: "2.98",
      totalShippingPriceSet: "4.9",
      totalTaxSet: "3.17",
      totalPriceSet: "34.89",
      originalTotalPriceSet: "34.89",
      totalReceivedSet: "34.89",
      totalOutstandingSet: "0.0",
      lineItems: [{ originalTotalSet: "29.8", taxLines: [{ rate: 0.1, priceSet: "2.68" }] }],
      shippingLine: { discountedPriceSet: "4.9", taxLines: [{ priceSet: "0.49" }] },
    });
  });

  test("follow the shop on its storefront, in its settings, and in what a contract renews", async () => {
    await shop.control("tax", { included: false, rate: 0.1 });
    const { shop: settings } = await shop.data("{ shop { taxesIncluded } }");
    expect(settings.taxesIncluded).toBe(false);
    const shopper = shopperOf(shop);
    await signIn(shopper, 1001);
    await shopper.post("/cart/add", { id: "7502", quantity: "2" });
    expect((await shopper.get("/cart")).text).toContain("Taxes and delivery are worked out");
    const { text } = await shopper.get("/checkout");
    expect(text).toContain("<dt>Taxes</dt><dd><bdi>€3.47</bdi></dd>");
    expect(text).toContain("€38.17");
    expect((await shopper.post("/checkout/pay", {})).status).toBe(303);
    const { orders } = await shop.data(
      "{ orders(first: 1, reverse: true) { nodes { totalPriceSet { shopMoney { amount } } } } }",
    );
    expect(orders.nodes[0].totalPriceSet.shopMoney.amount).toBe("38.17");
    const { body } = await shop.control("contracts", { cid: 1002, kind: "membership" });
    await shop.control(`contracts/${body.contract_id}/charge`, {});
    const renewed = await shop.data(`{ orders(first: 1, reverse: true) { nodes {
      taxesIncluded totalTaxSet { shopMoney { amount } } } } }`);
    expect(renewed.orders.nodes[0]).toEqual({
      taxesIncluded: false,
      totalTaxSet: { shopMoney: { amount: "1.5" } },
    });
  });

  test("of one order can be others than the shop's", async () => {
    const order = await place({ taxes_included: false, tax_rate: 0.07 });
    expect(order).toMatchObject({ taxesIncluded: false, totalTaxSet: "2.43" });
    expect(await place()).toMatchObject({ taxesIncluded: true, totalTaxSet: "5.54" });
    const { status, body } = await shop.control("tax", { rate: 19 });
    expect({ status, field: body.errors[0].field }).toEqual({ status: 422, field: "rate" });
  });
});

describe("what an order has beside its goods", () => {
  test("a tip is a line without goods, and in no subtotal; duties and fees are in the total", async () => {
    const order = await place({ tip: "2.50", duties: 3, fees: "1.20", taxes_included: false });
    expect(order).toMatchObject({
      subtotalPriceSet: "29.8",
      currentSubtotalPriceSet: "29.8",
      totalTipReceivedSet: "2.5",
      originalTotalDutiesSet: "3.0",
      originalTotalAdditionalFeesSet: "1.2",
      totalTaxSet: "6.59",
      totalPriceSet: "47.99",
    });
    expect(order.lineItems[1]).toMatchObject({
      title: "Tip",
      quantity: 1,
      originalTotalSet: "2.5",
      product: null,
      requiresShipping: false,
      taxable: false,
      taxLines: [],
    });
  });

  test("an order without them has no duties and no fees, and no tip's line", async () => {
    const order = await place();
    expect(order).toMatchObject({
      totalTipReceivedSet: "0.0",
      originalTotalDutiesSet: null,
      originalTotalAdditionalFeesSet: null,
      edited: false,
    });
    expect(order.lineItems).toHaveLength(1);
  });

  test("a till's order takes them all, and a delivery", async () => {
    const { body } = await shop.control("orders/plain", {
      email: "a@example.com",
      total: "100.00",
      delivery: 10,
      tip: 5,
      duties: 2,
      fees: 1,
      taxes_included: false,
      tax_rate: 0.2,
    });
    expect(body.total).toBe("140.00");
    expect(await readOrder(shop, body.order_id)).toMatchObject({
      subtotalPriceSet: "100.0",
      totalTaxSet: "22.0",
      shippingLine: { originalPriceSet: "10.0", taxLines: [{ priceSet: "2.0" }] },
    });
  });

  test("a delivery for nothing is told as it was before the discount, which counts as one", async () => {
    expect(await place({ discount_codes: ["FREESHIP"] })).toMatchObject({
      totalShippingPriceSet: "4.9",
      totalDiscountsSet: "4.9",
      currentShippingPriceSet: "0.0",
      totalPriceSet: "29.8",
      shippingLine: { originalPriceSet: "4.9", discountedPriceSet: "0.0", taxLines: [] },
    });
  });
});

test("an order's figures are the same in bulk", async () => {
  const order = await place({ tip: 2, duties: 3, fees: 1, taxes_included: false });
  const [line] = await bulkLines(shop, `{ orders { edges { node { id ${unpaged} } } } }`);
  const { id: _id, ...figures } = withAmounts(line);
  expect(order).toMatchObject(figures);
  expect(Object.keys(figures).length).toBeGreaterThan(20);
});

const unpaged = orderFigures.replace("(first: 20)", "");
