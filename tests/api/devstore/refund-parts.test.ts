import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hearWebhooks } from "./heard-webhooks.ts";
import { readOrder } from "./order-reader.ts";
import { type PlatformShop, platformShop } from "./platform-shop.ts";
import { startReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

// Refunds name the parts they give back: pieces, delivery, duties, and what their money differs by.
let app: WebhookReceiver;
let shop: PlatformShop;
let bodiesOf: Awaited<ReturnType<typeof hearWebhooks>>;

beforeEach(async () => {
  app = await startReceiver();
  shop = await platformShop({ seed: "goods", app_url: app.url });
  bodiesOf = await hearWebhooks(shop, app, ["REFUNDS_CREATE", "ORDERS_UPDATED"]);
});

afterEach(() => app.close());

const herbs = { variant_id: 7502, quantity: 3 };
const large = { variant_id: 7503, quantity: 1 };

/** 3 × 14.90 and 26.90 with delivery for 4.90: 76.50, and with 10% on top 84.15. */
async function place(more: object = {}): Promise<number> {
  const { status, body } = await shop.control("orders", {
    cid: 1001,
    lines: [herbs, large],
    ...more,
  });
  expect({ status, errors: body.errors }).toEqual({ status: 200 });
  return body.order_id;
}

const onTop = { taxes_included: false, tax_rate: 0.1 };

async function refund(order: number, body: object = {}) {
  const answer = await shop.control(`orders/${order}/refund`, body);
  expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 200 });
  return answer.body;
}

async function refused(order: number, body: object) {
  const { status, body: answer } = await shop.control(`orders/${order}/refund`, body);
  return { status, field: answer.errors[0].field };
}

describe("pieces", () => {
  test("come back for what they cost, with the tax that is on top of it", async () => {
    const id = await place(onTop);
    expect(await refund(id, { lines: [{ variant_id: 7502, quantity: 2 }] })).toMatchObject({
      amount: "32.78",
      refunded: "32.78",
    });
    const order = await readOrder(shop, id);
    const [line, other] = order.lineItems;
    expect(line).toMatchObject({ quantity: 3, currentQuantity: 1 });
    expect(other).toMatchObject({ quantity: 1, currentQuantity: 1 });
    expect(order.refunds).toMatchObject([
      {
        totalRefundedSet: "32.78",
        refundLineItems: [
          { quantity: 2, subtotalSet: "29.8", totalTaxSet: "2.98", lineItem: { id: line.id } },
        ],
        refundShippingLines: [],
        orderAdjustments: [],
        duties: [],
      },
    ]);
    expect(order).toMatchObject({
      subtotalPriceSet: "71.6",
      currentSubtotalPriceSet: "41.8",
      totalTaxSet: "7.65",
      currentTotalTaxSet: "4.67",
      totalPriceSet: "84.15",
      currentTotalPriceSet: "51.37",
      netPaymentSet: "51.37",
      totalOutstandingSet: "0.0",
      displayFinancialStatus: "PARTIALLY_REFUNDED",
    });
  });

  test("contain their tax where prices do, and cost what their line's discount left", async () => {
    const id = await place({ discount_codes: ["WELCOME10"] });
    const { lines } = await refund(id, { lines: [{ variant_id: 7502, quantity: 1 }] });
    expect(lines[0]).toMatchObject({ quantity: 3, current_quantity: 2 });
    await refund(id, { lines: [{ line_id: lines[0].line_id, quantity: 2 }] });
    const order = await readOrder(shop, id);
    const parts = order.refunds.flatMap(
      (one: { refundLineItems: object[] }) => one.refundLineItems,
    );
    expect(parts).toMatchObject([
      { quantity: 1, subtotalSet: "13.41", totalTaxSet: "2.14" },
      { quantity: 2, subtotalSet: "26.82", totalTaxSet: "4.28" },
    ]);
    expect(order.lineItems[0]).toMatchObject({ taxLines: [{ priceSet: "6.42" }] });
    expect(order).toMatchObject({ currentSubtotalPriceSet: "24.21", totalRefundedSet: "40.23" });
  });

  test("are refused that were not sold, or came back before; the order stays as it was", async () => {
    const id = await place();
    expect(await refused(id, { lines: [{ variant_id: 7502, quantity: 4 }] })).toEqual({
      status: 422,
      field: "lines.0.quantity",
    });
    expect(await refused(id, { lines: [{ line_id: 999_999 }] })).toEqual({
      status: 422,
      field: "lines.0.line_id",
    });
    expect(await refused(id, { lines: [{ variant_id: 7504 }] })).toEqual({
      status: 422,
      field: "lines.0.variant_id",
    });
    expect((await shop.control(`orders/${id}/refund`, { lines: [{ quantity: 1 }] })).status).toBe(
      422,
    );
    await refund(id, { lines: [{ variant_id: 7503 }] });
    expect(await refused(id, { lines: [{ variant_id: 7503 }] })).toEqual({
      status: 422,
      field: "lines.0.quantity",
    });
    expect((await readOrder(shop, id)).refunds).toHaveLength(1);
  });

  test("can come back without money, for less than they cost, and for more", async () => {
    const id = await place();
    await refund(id, { lines: [{ variant_id: 7503 }], amount: "20.00" });
    await refund(id, { lines: [{ variant_id: 7502 }], amount: 0 });
    await refund(id, { lines: [{ variant_id: 7502 }], amount: 15 });
    const order = await readOrder(shop, id);
    const adjustments = order.refunds.map(
      ({ orderAdjustments }: { orderAdjustments: object[] }) => orderAdjustments,
    );
    expect(adjustments).toEqual([
      [{ reason: "REFUND_DISCREPANCY", amountSet: "6.9" }],
      [{ reason: "REFUND_DISCREPANCY", amountSet: "14.9" }],
      [{ reason: "REFUND_DISCREPANCY", amountSet: "-0.1" }],
    ]);
    expect(order.refunds[1]).toMatchObject({ totalRefundedSet: "0.0", transactions: [] });
    expect(order).toMatchObject({
      currentSubtotalPriceSet: "14.9",
      currentTotalPriceSet: "41.5",
      totalRefundedSet: "35.0",
      totalOutstandingSet: "0.0",
    });
  });
});

describe("the delivery", () => {
  test("comes back whole or in part, with its tax, and never more than it cost", async () => {
    const id = await place(onTop);
    await refund(id, { delivery: "2.00" });
    await refund(id, { delivery: true });
    expect(await refused(id, { delivery: true })).toEqual({ status: 422, field: "delivery" });
    const order = await readOrder(shop, id);
    const parts = order.refunds.flatMap(
      ({ refundShippingLines }: { refundShippingLines: object[] }) => refundShippingLines,
    );
    expect(parts).toEqual([
      { subtotalAmountSet: "2.0", taxAmountSet: "0.2" },
      { subtotalAmountSet: "2.9", taxAmountSet: "0.29" },
    ]);
    expect(order).toMatchObject({
      totalShippingPriceSet: "4.9",
      totalRefundedShippingSet: "4.9",
      currentShippingPriceSet: "0.0",
      totalRefundedSet: "5.39",
      currentTotalTaxSet: "7.16",
    });
    expect(await refused(await place(), { delivery: "4.91" })).toEqual({
      status: 422,
      field: "delivery",
    });
  });

  test("is no part of a code that made it free", async () => {
    const id = await place({ discount_codes: ["FREESHIP"] });
    expect(await refused(id, { delivery: true })).toEqual({ status: 422, field: "delivery" });
  });
});

describe("money alone", () => {
  test("gives back no part: it is a difference in the shopper's favor", async () => {
    const id = await place();
    await refund(id, { amount: "10.00" });
    expect(await readOrder(shop, id)).toMatchObject({
      currentTotalPriceSet: "66.5",
      currentSubtotalPriceSet: "71.6",
      totalOutstandingSet: "0.0",
      lineItems: [{ currentQuantity: 3 }, { currentQuantity: 1 }],
      refunds: [
        {
          totalRefundedSet: "10.0",
          refundLineItems: [],
          orderAdjustments: [{ reason: "REFUND_DISCREPANCY", amountSet: "-10.0" }],
        },
      ],
    });
  });

  test("is never more than came in and was not paid back", async () => {
    const id = await place();
    expect(await refused(id, { amount: "76.51" })).toEqual({ status: 422, field: "amount" });
    await refund(id, { amount: "70.00" });
    expect(await refused(id, { lines: [{ variant_id: 7503 }] })).toEqual({
      status: 422,
      field: "amount",
    });
    expect(await refused(id, { amount: "0" })).toEqual({ status: 422, field: "amount" });
    expect(await refused(id, { amount: "-1" })).toEqual({ status: 422, field: "amount" });
  });
});

describe("a refund of all that is left", () => {
  test("has the pieces, the delivery and the money that did not go back before", async () => {
    const id = await place({ ...onTop, tip: 5, duties: 3, fees: 2 });
    await refund(id, { lines: [{ variant_id: 7502, quantity: 1 }], amount: "10.00" });
    await refund(id, { delivery: 1 });
    await refund(id);
    const order = await readOrder(shop, id);
    expect(order.refunds.at(-1)).toMatchObject({
      totalRefundedSet: "83.05",
      refundLineItems: [
        { quantity: 2, subtotalSet: "29.8" },
        { quantity: 1, subtotalSet: "26.9" },
        { quantity: 1, subtotalSet: "5.0" },
      ],
      refundShippingLines: [{ subtotalAmountSet: "3.9", taxAmountSet: "0.39" }],
      duties: [{ amountSet: "3.0" }],
      orderAdjustments: [{ amountSet: "-8.39" }],
    });
    expect(order).toMatchObject({
      displayFinancialStatus: "REFUNDED",
      currentTotalPriceSet: "0.0",
      currentSubtotalPriceSet: "0.0",
      currentTotalTaxSet: "0.0",
      netPaymentSet: "0.0",
      totalOutstandingSet: "0.0",
    });
    expect(order.lineItems).toMatchObject([
      { currentQuantity: 0 },
      { currentQuantity: 0 },
      { currentQuantity: 0 },
    ]);
    expect(await refused(id, {})).toEqual({ status: 422, field: "amount" });
  });

  test("is what a cancellation pays back", async () => {
    const id = await place();
    await refund(id, { lines: [{ variant_id: 7503 }] });
    await shop.control(`orders/${id}/cancel`);
    expect((await readOrder(shop, id)).refunds.at(-1)).toMatchObject({
      totalRefundedSet: "49.6",
      refundLineItems: [{ quantity: 3 }],
      refundShippingLines: [{ subtotalAmountSet: "4.9" }],
    });
  });
});

describe("money on its way", () => {
  test("is not refunded until it arrives, and cannot be paid back twice meanwhile", async () => {
    const id = await place();
    const { refund_id, pending } = await refund(id, {
      lines: [{ variant_id: 7503 }],
      pending: true,
    });
    expect(pending).toBe(true);
    const waiting = await readOrder(shop, id);
    expect(waiting).toMatchObject({
      displayFinancialStatus: "PAID",
      totalRefundedSet: "0.0",
      netPaymentSet: "76.5",
      currentTotalPriceSet: "76.5",
      refunds: [
        {
          totalRefundedSet: "0.0",
          orderAdjustments: [{ reason: "PENDING_REFUND_DISCREPANCY", amountSet: "26.9" }],
          transactions: [{ status: "PENDING", amountSet: "26.9" }],
        },
      ],
    });
    expect(waiting.lineItems[1].currentQuantity).toBe(0);
    expect(await refused(id, { amount: "49.61" })).toEqual({ status: 422, field: "amount" });
    const before = (await bodiesOf("orders/updated")).length;
    const settle = () => shop.control(`orders/${id}/refund/${refund_id}/settle`);
    expect((await settle()).body).toMatchObject({ refunded: "26.90", pending: false });
    expect(await bodiesOf("orders/updated")).toHaveLength(before + 1);
    expect(await readOrder(shop, id)).toMatchObject({
      displayFinancialStatus: "PARTIALLY_REFUNDED",
      totalRefundedSet: "26.9",
      currentTotalPriceSet: "49.6",
      refunds: [{ orderAdjustments: [], transactions: [{ status: "SUCCESS" }] }],
    });
    expect((await settle()).status).toBe(422);
    expect((await shop.control(`orders/${id}/refund/999/settle`)).status).toBe(404);
  });
});

test("the webhook of a refund names its parts as the Admin API does", async () => {
  const id = await place(onTop);
  await refund(id, { lines: [{ variant_id: 7502 }], delivery: true, amount: "20.00" });
  const [body] = await bodiesOf("refunds/create");
  expect(body).toMatchObject({
    order_id: id,
    refund_line_items: [{ quantity: 1, subtotal: 14.9, total_tax: 1.49 }],
    refund_shipping_lines: [
      {
        subtotal_amount_set: { shop_money: { amount: "4.90", currency_code: "EUR" } },
        tax_amount_set: { shop_money: { amount: "0.49" } },
      },
    ],
    order_adjustments: [{ amount: "1.78", kind: "refund_discrepancy" }],
    transactions: [{ amount: "20.00", kind: "refund", status: "success" }],
    duties: [],
  });
});
