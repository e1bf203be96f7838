import { beforeEach, describe, expect, test } from "vitest";
import { shopperOf, signIn } from "#tests/api/devstore-storefront/shopper.ts";
import { documentOf } from "./admin-documents.ts";
import { readOrder } from "./order-reader.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";

// Gift cards are products that are neither taxed nor sent.
let shop: PlatformShop;

beforeEach(async () => {
  shop = await platformShop({ seed: "goods" });
});

async function makeProduct(more: object = {}) {
  const product = { title: "Gift card", price: "50.00", gift_card: true, ...more };
  const { status, body } = await shop.control("products", product);
  expect({ status, errors: body.errors }).toEqual({ status: 200 });
  return body;
}

const herbs = { variant_id: 7502, quantity: 2 };

test("a product that the merchant makes is in the catalog and can be bought", async () => {
  const mug = await makeProduct({ title: "Mug", price: 12.5, gift_card: false });
  expect(mug).toMatchObject({ title: "Mug", handle: "mug", gift_card: false });
  const query = `query($id: ID!) { product(id: $id) { title isGiftCard variants(first: 2) { nodes {
    id price taxable inventoryItem { requiresShipping } } } } }`;
  const read = async (id: number) => (await shop.data(query, { id: gid("Product", id) })).product;
  expect(await read(mug.product_id)).toEqual({
    title: "Mug",
    isGiftCard: false,
    variants: {
      nodes: [
        {
          id: gid("ProductVariant", mug.variant_id),
          price: "12.5",
          taxable: true,
          inventoryItem: { requiresShipping: true },
        },
      ],
    },
  });
  const card = await makeProduct();
  expect(await read(card.product_id)).toMatchObject({
    isGiftCard: true,
    variants: { nodes: [{ taxable: false, inventoryItem: { requiresShipping: false } }] },
  });
  expect((await makeProduct()).handle).toBe("gift-card-1");
  const sent = { title: "Card", price: 1, gift_card: true, requires_shipping: true };
  expect((await shop.control("products", sent)).status).toBe(422);
});

describe("an order of a gift card", () => {
  test("is not taxed for it, and delivers the rest alone", async () => {
    const card = await makeProduct();
    const lines = [herbs, { variant_id: card.variant_id }];
    const { body } = await shop.control("orders", { cid: 1001, lines });
    expect(await readOrder(shop, body.order_id)).toMatchObject({
      subtotalPriceSet: "79.8",
      totalPriceSet: "84.7",
      totalTaxSet: "5.54",
      lineItems: [
        { isGiftCard: false, taxable: true },
        { isGiftCard: true, taxable: false, requiresShipping: false, taxLines: [] },
      ],
    });
    const alone = await shop.control("orders", { cid: 1001, lines: lines.slice(1) });
    expect(await readOrder(shop, alone.body.order_id)).toMatchObject({
      totalPriceSet: "50.0",
      totalTaxSet: "0.0",
      displayFulfillmentStatus: "FULFILLED",
      shippingLine: null,
    });
  });

  test("adds no tax where taxes are on top, and gives back what it cost", async () => {
    await shop.control("tax", { included: false, rate: 0.2 });
    const card = await makeProduct();
    const lines = [{ variant_id: card.variant_id, quantity: 2 }];
    const { body } = await shop.control("orders", { cid: 1001, lines });
    expect(body.total).toBe("100.00");
    const path = `orders/${body.order_id}/refund`;
    const refund = await shop.control(path, { lines: [{ variant_id: card.variant_id }] });
    expect(refund.body.amount).toBe("50.00");
  });

  test("gets no discount of a collection that it is in", async () => {
    const card = await makeProduct();
    const collection = await shop.control("collections", {
      title: "Presents",
      product_ids: [card.product_id, 7002],
    });
    const input = {
      title: "Half",
      code: "HALF",
      ...{ startsAt: "2026-01-01T00:00:00Z", context: { all: "ALL" } },
      customerGets: {
        items: {
          collections: { add: [gid("Collection", collection.body.collection_id)] },
        },
        value: { percentage: 0.5 },
      },
    };
    const { discountCodeBasicCreate } = await shop.data(documentOf("discountBasic"), { input });
    expect(discountCodeBasicCreate.userErrors).toEqual([]);
    const { body } = await shop.control("orders", {
      cid: 1001,
      lines: [herbs, { variant_id: card.variant_id }],
      discount_codes: ["HALF"],
    });
    expect(await readOrder(shop, body.order_id)).toMatchObject({
      lineItems: [
        { discountAllocations: [{ allocatedAmountSet: "14.9" }] },
        { discountAllocations: [] },
      ],
    });
  });
});

test("the cart of a storefront tells which of its items is a gift card, and what is taxed", async () => {
  const card = await makeProduct();
  const shopper = shopperOf(shop);
  await signIn(shopper, 1001);
  await shopper.post("/cart/add", { id: "7502", quantity: "1" });
  await shopper.post("/cart/add", { id: String(card.variant_id), quantity: "1" });
  const cart = JSON.parse((await shopper.get("/cart.js")).text);
  expect(cart.items).toMatchObject([
    { gift_card: false, taxable: true, requires_shipping: true },
    { gift_card: true, taxable: false, requires_shipping: false },
  ]);
});

describe("a contract of a gift card", () => {
  const contractOf = async (variantId: number, currentPrice: string) => {
    const policy = { interval: "MONTH", intervalCount: 1 };
    const { body } = await shop.control("customers/1001/payment-methods");
    const input = {
      customerId: gid("Customer", 1001),
      currencyCode: "EUR",
      nextBillingDate: "2031-01-01T00:00:00Z",
      lines: [
        {
          line: { productVariantId: gid("ProductVariant", variantId), quantity: 1, currentPrice },
        },
      ],
      contract: {
        billingPolicy: policy,
        deliveryPolicy: policy,
        paymentMethodId: gid("CustomerPaymentMethod", body.payment_method_id),
      },
    };
    const answer = await shop.data(documentOf("atomicCreate"), { input });
    const made = answer.subscriptionContractAtomicCreate;
    expect(made.userErrors).toEqual([]);
    return Number(made.contract.id.split("/").at(-1));
  };

  test("renews it as one, without tax", async () => {
    const card = await makeProduct();
    const id = await contractOf(card.variant_id, "50.00");
    await shop.control(`contracts/${id}/charge`);
    const { orders } = await shop.data("{ orders(first: 1, reverse: true) { nodes { id } } }");
    const order = await readOrder(shop, Number(orders.nodes[0].id.split("/").at(-1)));
    expect(order).toMatchObject({ totalTaxSet: "0.0", lineItems: [{ isGiftCard: true }] });
  });

  test("that is to cost nothing is not charged", async () => {
    const card = await makeProduct();
    const id = await contractOf(card.variant_id, "0.00");
    await shop.control(`contracts/${id}/charge`);
    const { subscriptionContract } = await shop.data(
      `query($id: ID!) { subscriptionContract(id: $id) { billingAttempts(first: 2) { nodes {
        errorCode order { id } } } } }`,
      { id: gid("SubscriptionContract", id) },
    );
    expect(subscriptionContract.billingAttempts.nodes).toEqual([
      { errorCode: "FREE_GIFT_CARD_NOT_ALLOWED", order: null },
    ]);
  });
});
