import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hearWebhooks } from "./heard-webhooks.ts";
import { readOrder } from "./order-reader.ts";
import { type PlatformShop, platformShop } from "./platform-shop.ts";
import { startReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

// An order that its merchant edits, and what it is paid with.
let app: WebhookReceiver;
let shop: PlatformShop;
let bodiesOf: Awaited<ReturnType<typeof hearWebhooks>>;

const topics = ["ORDERS_EDITED", "ORDERS_UPDATED", "ORDERS_PAID", "REFUNDS_CREATE"];

beforeEach(async () => {
  app = await startReceiver();
  shop = await platformShop({ seed: "goods", app_url: app.url });
  bodiesOf = await hearWebhooks(shop, app, topics);
});

afterEach(() => app.close());

const herbs = { variant_id: 7502, quantity: 2 };
const large = { variant_id: 7503, quantity: 1 };

/** 2 × 14.90 with delivery for 4.90: 34.70, of which 5.54 are tax. */
async function place(more: object = {}) {
  const { status, body } = await shop.control("orders", { cid: 1001, lines: [herbs], ...more });
  expect({ status, errors: body.errors }).toEqual({ status: 200 });
  return { id: body.order_id as number, line: body.lines[0].line_id as number };
}

async function ask(path: string, body: object = {}) {
  const answer = await shop.control(path, body);
  expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 200 });
  return answer.body;
}

async function refused(path: string, body: object = {}) {
  const { status, body: answer } = await shop.control(path, body);
  return { status, field: answer.errors[0].field };
}

describe("what an edit adds", () => {
  test("makes the order larger than it was when it was placed, and is owed until it is paid", async () => {
    const { id } = await place();
    expect(await ask(`orders/${id}/edit`, { add: [large] })).toMatchObject({
      total: "61.60",
      outstanding: "26.90",
    });
    expect(await readOrder(shop, id)).toMatchObject({
      edited: true,
      displayFinancialStatus: "PARTIALLY_PAID",
      originalTotalPriceSet: "34.7",
      totalPriceSet: "61.6",
      currentTotalPriceSet: "61.6",
      subtotalPriceSet: "56.7",
      totalTaxSet: "9.83",
      currentTotalTaxSet: "9.83",
      totalReceivedSet: "34.7",
      totalOutstandingSet: "26.9",
      netPaymentSet: "34.7",
      lineItems: [
        { quantity: 2, taxLines: [{ priceSet: "4.76" }] },
        { quantity: 1, currentQuantity: 1, taxLines: [{ priceSet: "4.29" }] },
      ],
    });
    expect((await ask(`orders/${id}/pay`, { gateway: "gift_card" })).outstanding).toBe("0.00");
    expect(await readOrder(shop, id)).toMatchObject({
      displayFinancialStatus: "PAID",
      totalReceivedSet: "61.6",
      totalOutstandingSet: "0.0",
      paymentGatewayNames: ["shopify_payments", "gift_card"],
      transactions: [
        { kind: "SALE", amountSet: "34.7" },
        { kind: "SALE", gateway: "gift_card", amountSet: "26.9" },
      ],
    });
    expect((await bodiesOf("orders/paid")).at(-1)).toMatchObject({ financial_status: "paid" });
    expect(await refused(`orders/${id}/pay`)).toEqual({ status: 422, field: "order" });
  });

  test("is taxed as the order was, whatever the shop does now", async () => {
    const { id } = await place({ taxes_included: false, tax_rate: 0.1 });
    await shop.control("tax", { rate: 0.5 });
    await ask(`orders/${id}/edit`, { add: [large], paid: true });
    expect(await readOrder(shop, id)).toMatchObject({
      displayFinancialStatus: "PAID",
      totalPriceSet: "67.76",
      totalTaxSet: "6.16",
      totalReceivedSet: "67.76",
    });
  });

  test("can be more of a line that was not sent yet", async () => {
    const { id, line } = await place({ discount_codes: ["WELCOME10"] });
    await ask(`orders/${id}/edit`, { set: [{ line_id: line, quantity: 5 }], paid: true });
    expect(await readOrder(shop, id)).toMatchObject({
      subtotalPriceSet: "71.52",
      lineItems: [{ quantity: 5, currentQuantity: 5, originalTotalSet: "74.5" }],
    });
  });

  test("makes an order that was free wait for its first payment", async () => {
    const { body } = await shop.control("orders/plain", { cid: 1001, total: 0 });
    await ask(`orders/${body.order_id}/edit`, { add: [large] });
    expect((await readOrder(shop, body.order_id)).displayFinancialStatus).toBe("PENDING");
  });
});

describe("what an edit takes away", () => {
  test("stays on its line, leaves a refund without money, and is owed to the shopper", async () => {
    const { id, line } = await place();
    await ask(`orders/${id}/edit`, { set: [{ line_id: line, quantity: 1 }] });
    expect(await readOrder(shop, id)).toMatchObject({
      edited: true,
      displayFinancialStatus: "PAID",
      originalTotalPriceSet: "34.7",
      totalPriceSet: "34.7",
      currentTotalPriceSet: "19.8",
      currentSubtotalPriceSet: "14.9",
      totalOutstandingSet: "-14.9",
      totalRefundedSet: "0.0",
      lineItems: [{ quantity: 2, currentQuantity: 1 }],
      refunds: [
        {
          totalRefundedSet: "0.0",
          refundLineItems: [{ quantity: 1, subtotalSet: "14.9", totalTaxSet: "2.38" }],
          orderAdjustments: [],
          transactions: [],
        },
      ],
    });
    expect(await bodiesOf("refunds/create")).toMatchObject([{ transactions: [] }]);
    await ask(`orders/${id}/refund`, { amount: "14.90" });
    expect(await readOrder(shop, id)).toMatchObject({
      displayFinancialStatus: "PARTIALLY_REFUNDED",
      currentTotalPriceSet: "19.8",
      totalOutstandingSet: "0.0",
      refunds: [{}, { totalRefundedSet: "14.9", orderAdjustments: [] }],
    });
    expect(
      await refused(`orders/${id}/refund`, { lines: [{ line_id: line, quantity: 2 }] }),
    ).toEqual({ status: 422, field: "lines.0.quantity" });
  });

  test("does away with what was added and never paid", async () => {
    const { id } = await place();
    const { lines } = await ask(`orders/${id}/edit`, { add: [large] });
    await ask(`orders/${id}/edit`, { set: [{ line_id: lines[1].line_id, quantity: 0 }] });
    expect(await readOrder(shop, id)).toMatchObject({
      displayFinancialStatus: "PAID",
      originalTotalPriceSet: "34.7",
      totalPriceSet: "61.6",
      currentTotalPriceSet: "34.7",
      totalOutstandingSet: "0.0",
    });
  });

  test("is not paid back twice: all that is left is what came in", async () => {
    const { id } = await place();
    await ask(`orders/${id}/edit`, { add: [large] });
    expect((await ask(`orders/${id}/refund`)).amount).toBe("34.70");
    expect(await readOrder(shop, id)).toMatchObject({
      displayFinancialStatus: "REFUNDED",
      currentTotalPriceSet: "0.0",
      totalOutstandingSet: "0.0",
      netPaymentSet: "0.0",
    });
  });
});

describe("sending", () => {
  test("begins again when something to send is added, with a second fulfillment", async () => {
    const { id, line } = await place();
    await ask(`orders/${id}/fulfill`);
    await ask(`orders/${id}/edit`, { add: [large], paid: true });
    expect(await readOrder(shop, id)).toMatchObject({
      displayFulfillmentStatus: "PARTIALLY_FULFILLED",
      fulfillments: [{ totalQuantity: 2 }],
    });
    expect((await bodiesOf("orders/updated")).at(-1)).toMatchObject({
      fulfillment_status: "partial",
      line_items: [{ fulfillment_status: "fulfilled" }, { fulfillment_status: null }],
    });
    const sent = { set: [{ line_id: line, quantity: 1 }] };
    expect(await refused(`orders/${id}/edit`, sent)).toEqual({
      status: 422,
      field: "set.0.quantity",
    });
    await ask(`orders/${id}/fulfill`);
    const order = await readOrder(shop, id);
    expect(order).toMatchObject({
      displayFulfillmentStatus: "FULFILLED",
      fulfillments: [{ totalQuantity: 2 }, { totalQuantity: 1 }],
    });
    expect(new Set(order.fulfillments.map((one: { id: string }) => one.id)).size).toBe(2);
    expect((await shop.control(`orders/${id}/fulfill`)).status).toBe(422);
  });

  test("is over when what was added is taken away again", async () => {
    const { id } = await place();
    await ask(`orders/${id}/fulfill`);
    const { lines } = await ask(`orders/${id}/edit`, { add: [large] });
    await ask(`orders/${id}/edit`, { set: [{ line_id: lines[1].line_id, quantity: 0 }] });
    expect((await readOrder(shop, id)).displayFulfillmentStatus).toBe("FULFILLED");
  });

  test("has nothing to do with goods that need none", async () => {
    const { id } = await place();
    await ask(`orders/${id}/fulfill`);
    await ask(`orders/${id}/edit`, { add: [{ variant_id: 7501 }] });
    expect((await readOrder(shop, id)).displayFulfillmentStatus).toBe("FULFILLED");
  });
});

test("the app hears what was edited, and that the order is another one", async () => {
  const { id, line } = await place();
  const { lines } = await ask(`orders/${id}/edit`, {
    add: [large],
    set: [{ line_id: line, quantity: 1 }],
  });
  expect(await bodiesOf("orders/edited")).toMatchObject([
    {
      order_edit: {
        order_id: id,
        line_items: {
          additions: [{ id: lines[1].line_id, delta: 1 }],
          removals: [{ id: line, delta: 1 }],
        },
      },
    },
  ]);
  expect(await bodiesOf("orders/updated")).toMatchObject([
    { total_price: "61.60", current_total_price: "46.70", financial_status: "partially_paid" },
  ]);
});

test("an edit is refused that changes nothing, names what is not there, or comes too late", async () => {
  const { id, line } = await place();
  const edit = (body: object) => refused(`orders/${id}/edit`, body);
  expect(await edit({})).toEqual({ status: 422, field: "set" });
  expect(await edit({ set: [{ line_id: line, quantity: 2 }] })).toEqual({
    status: 422,
    field: "set",
  });
  expect(
    await edit({
      set: [
        { line_id: 1, quantity: 2 },
        { line_id: 99, quantity: 1 },
      ],
    }),
  ).toEqual({
    status: 422,
    field: expect.stringMatching(/^set\.\d\.line_id$/),
  });
  expect(await edit({ add: [{ variant_id: 1 }] })).toEqual({
    status: 422,
    field: "add.0.variant_id",
  });
  await ask(`orders/${id}/cancel`);
  expect(await edit({ add: [large] })).toEqual({ status: 422, field: "order" });
  expect((await readOrder(shop, id)).edited).toBe(false);
});

describe("several ways of paying", () => {
  const gateways = [
    { gateway: "gift_card", amount: "10.00" },
    { gateway: "shopify_store_credit", amount: 5 },
    { gateway: "shopify_payments", amount: "19.70" },
  ];

  test("make one sale each, and each gets back what it brought and no more", async () => {
    const { id } = await place({ gateways });
    expect(await readOrder(shop, id)).toMatchObject({
      paymentGatewayNames: ["gift_card", "shopify_store_credit", "shopify_payments"],
      totalReceivedSet: "34.7",
      transactions: gateways.map(({ gateway }) => ({ gateway, kind: "SALE", status: "SUCCESS" })),
    });
    await ask(`orders/${id}/refund`, { amount: "12.00" });
    await ask(`orders/${id}/refund`);
    expect((await readOrder(shop, id)).refunds).toMatchObject([
      {
        transactions: [
          { gateway: "gift_card", amountSet: "10.0" },
          { gateway: "shopify_store_credit", amountSet: "2.0" },
        ],
      },
      {
        transactions: [
          { gateway: "shopify_store_credit", amountSet: "3.0" },
          { gateway: "shopify_payments", amountSet: "19.7" },
        ],
      },
    ]);
  });

  test("must come to the total; else there is no order", async () => {
    const count = async () => (await shop.look("state")).body.counts.orders;
    const before = await count();
    const plain = { email: "a@example.com", total: "34.00", gateways };
    expect(await refused("orders/plain", plain)).toEqual({ status: 422, field: "gateways" });
    const bought = { cid: 1001, lines: [herbs], gateways: gateways.slice(1) };
    expect(await refused("orders", bought)).toEqual({ status: 422, field: "gateways" });
    expect(await count()).toBe(before);
  });
});
