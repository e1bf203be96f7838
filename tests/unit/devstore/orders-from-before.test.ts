import { describe, expect, test } from "vitest";
import { financialStatus } from "#devstore/orders/figures/financial-status.ts";
import { currentTotalMinor, outstandingMinor } from "#devstore/orders/figures/order-balance.ts";
import { fulfillmentsOf } from "#devstore/orders/figures/order-fulfillments.ts";
import { piecesLeft } from "#devstore/orders/figures/order-parts.ts";
import { taxesOf } from "#devstore/orders/figures/order-taxes.ts";
import type { DevOrder, DevOrderLine, DevRefund } from "#devstore/state/order.ts";

// Orders of state files that were written before taxes, parts of refunds and fulfillments were kept.
const line = (id: number, unitPriceMinor: number, quantity: number): DevOrderLine => ({
  ...{ id, unitPriceMinor, quantity },
  ...{ productId: null, variantId: null, title: "Herbs", variantTitle: null, sku: null },
  ...{ discountMinor: 0, sellingPlanId: null, sellingPlanName: null, contractId: null },
  requiresShipping: true,
});

const at = "2026-03-01T12:00:00.000Z";

const refund = (id: number, amountMinor: number, lines?: DevRefund["lines"]): DevRefund => ({
  ...{ id, amountMinor, note: null, transactionIds: [], createdAt: at },
  ...(lines && { lines }),
});

/** 10.00, 2 × 15.00 and a delivery for 5.00, with 19% in it. */
function orderWith(refunds: DevRefund[]): DevOrder {
  return {
    ...{ id: 9001, number: 1001, customerId: null, email: null, customerLocale: null },
    ...{ createdAt: at, processedAt: at, updatedAt: at, cancelledAt: null, cancelReason: null },
    ...{ currency: "EUR", discountCodes: [], tags: [], sourceName: "web", contractId: null },
    lines: [line(1, 1000, 1), line(2, 1500, 2)],
    ...{ subtotalMinor: 4000, shippingMinor: 500, totalMinor: 4500, taxMinor: 718 },
    ...{ taxRate: 0.19, taxTitle: "MwSt.", taxesIncluded: true, shippingAddress: null },
    transactions: [
      {
        ...{ id: 1, kind: "SALE", status: "SUCCESS", gateway: "shopify_payments" },
        ...{ amountMinor: 4500, parentId: null, processedAt: at, errorCode: null },
      },
    ],
    refunds,
    ...{ fulfillmentStatus: "FULFILLED", fulfilledAt: at },
  };
}

describe("an order from before", () => {
  test("has its tax spread over what it sold, to the cent", () => {
    const { byLine, shippingTaxMinor } = taxesOf(orderWith([]));
    expect([...byLine, shippingTaxMinor]).toEqual([159, 479, 80]);
  });

  test("was fulfilled once, with all its pieces", () => {
    expect(fulfillmentsOf(orderWith([]))).toEqual([
      {
        id: 9001,
        createdAt: at,
        lines: [
          { lineId: 1, quantity: 1 },
          { lineId: 2, quantity: 2 },
        ],
      },
    ]);
  });

  test("comes to what was not paid back, whatever its refunds named", () => {
    const part = refund(1, 700);
    const rest = refund(2, 3800, [
      { lineId: 1, quantity: 1 },
      { lineId: 2, quantity: 2 },
    ]);
    expect(currentTotalMinor(orderWith([part]))).toBe(3800);
    expect(financialStatus(orderWith([part]))).toBe("PARTIALLY_REFUNDED");
    const whole = orderWith([part, rest]);
    expect([currentTotalMinor(whole), outstandingMinor(whole)]).toEqual([0, 0]);
    expect(financialStatus(whole)).toBe("REFUNDED");
    expect(whole.lines.map((one) => piecesLeft(whole, one))).toEqual([
      { quantity: 0, subtotalMinor: 0, taxMinor: 0 },
      { quantity: 0, subtotalMinor: 0, taxMinor: 0 },
    ]);
  });
});
