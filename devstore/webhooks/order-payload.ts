import { financialStatus } from "../orders/figures/financial-status.ts";
import { currentTotalMinor, outstandingMinor } from "../orders/figures/order-balance.ts";
import { fulfillmentsOf, unsentPieces } from "../orders/figures/order-fulfillments.ts";
import { piecesLeft, soldPieces } from "../orders/figures/order-parts.ts";
import { taxesOf } from "../orders/figures/order-taxes.ts";
import { fixedOfMinor } from "../state/money.ts";
import type { DevOrder, DevOrderLine, UsedCode } from "../state/order.ts";
import { refundPayload } from "./refund-payload.ts";

/** Body of orders/*, with the fields an app of this kind reads. */
export function orderPayload(order: DevOrder): Record<string, unknown> {
  const money = (minor: number) => fixedOfMinor(minor, order.currency);
  return {
    id: order.id,
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    name: `#${order.number}`,
    number: order.number - 1000,
    order_number: order.number,
    created_at: order.createdAt,
    processed_at: order.processedAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    cancel_reason: order.cancelReason,
    currency: order.currency,
    presentment_currency: order.presentment?.currency ?? order.currency,
    email: order.email,
    customer:
      order.customerId === null
        ? null
        : {
            id: order.customerId,
            admin_graphql_api_id: `gid://shopify/Customer/${order.customerId}`,
          },
    customer_locale: order.customerLocale,
    discount_codes: order.discountCodes.map((used) => ({
      code: used.code,
      amount: money(used.amountMinor),
      type: codeType(used),
    })),
    discount_applications: order.discountCodes.map((used) => applicationOf(order, used)),
    financial_status: financialStatus(order).toLowerCase(),
    fulfillment_status: fulfillmentStatuses[order.fulfillmentStatus],
    fulfillments: fulfillmentsPayload(order),
    line_items: order.lines.map((line) => ({
      id: line.id,
      admin_graphql_api_id: `gid://shopify/LineItem/${line.id}`,
      product_id: line.productId,
      variant_id: line.variantId,
      title: line.title,
      variant_title: line.variantTitle,
      sku: line.sku,
      quantity: line.quantity,
      current_quantity: piecesLeft(order, line).quantity,
      gift_card: line.isGiftCard === true,
      taxable: !line.isUntaxed && !line.isTip,
      tax_lines: taxLinesPayload(order, soldPieces(order, line).taxMinor),
      price: money(line.unitPriceMinor),
      total_discount: money(line.discountMinor),
      requires_shipping: line.requiresShipping,
      fulfillment_status: lineFulfillment(order, line),
      discount_allocations: (line.codeDiscounts ?? []).map(({ code, amountMinor }) => ({
        amount: money(amountMinor),
        discount_application_index: order.discountCodes.findIndex((one) => one.code === code),
      })),
    })),
    shipping_lines: shippingLinesOf(order),
    source_name: order.sourceName,
    subtotal_price: money(order.subtotalMinor),
    tags: order.tags.join(", "),
    taxes_included: order.taxesIncluded,
    test: order.isTest === true,
    note_attributes: (order.attributes ?? []).map(({ key, value }) => ({ name: key, value })),
    total_price: money(order.totalMinor),
    total_tax: money(order.taxMinor),
    total_tip_received: money(
      order.lines.reduce((sum, line) => sum + (line.isTip ? line.unitPriceMinor : 0), 0),
    ),
    current_total_price: money(currentTotalMinor(order)),
    total_outstanding: money(outstandingMinor(order)),
    tax_lines: taxLinesPayload(order, order.taxMinor),
    refunds: order.refunds.map((refund) => refundPayload(order, refund)),
    payment_gateway_names: [...new Set(order.transactions.map((one) => one.gateway))],
  };
}

function applicationOf(order: DevOrder, { code, amountMinor, terms }: UsedCode) {
  const value = terms?.value ?? { amountMinor };
  const isShare = "percentage" in value;
  return {
    type: "discount_code",
    code,
    target_type: (terms?.target ?? "LINE_ITEM").toLowerCase(),
    target_selection: (terms?.selection ?? "ALL").toLowerCase(),
    allocation_method: (terms?.allocation ?? "ACROSS").toLowerCase(),
    value_type: isShare ? "percentage" : "fixed_amount",
    value: isShare ? value.percentage.toFixed(1) : fixedOfMinor(value.amountMinor, order.currency),
  };
}

function codeType({ terms }: UsedCode): "shipping" | "percentage" | "fixed_amount" {
  if (terms?.target === "SHIPPING_LINE") return "shipping";
  return terms !== undefined && "percentage" in terms.value ? "percentage" : "fixed_amount";
}

/** Each time that something of an order was sent. */
function fulfillmentsPayload(order: DevOrder) {
  return fulfillmentsOf(order).map(({ id, createdAt, lines }, at) => ({
    id,
    admin_graphql_api_id: `gid://shopify/Fulfillment/${id}`,
    order_id: order.id,
    name: `#${order.number}-F${at + 1}`,
    status: "success",
    created_at: createdAt,
    updated_at: createdAt,
    line_items: lines.map(({ lineId, quantity }) => ({ id: lineId, quantity })),
  }));
}

function lineFulfillment(order: DevOrder, line: DevOrderLine): "fulfilled" | null {
  if (order.fulfillmentStatus === "FULFILLED") return "fulfilled";
  if (order.fulfillmentStatus === "UNFULFILLED") return null;
  return unsentPieces(order, line) === 0 ? "fulfilled" : null;
}

const fulfillmentStatuses = {
  FULFILLED: "fulfilled",
  PARTIALLY_FULFILLED: "partial",
  UNFULFILLED: null,
} as const;

function shippingLinesOf(order: DevOrder) {
  const discountMinor = order.shippingDiscountMinor ?? 0;
  const money = (minor: number) => fixedOfMinor(minor, order.currency);
  if (order.shippingMinor + discountMinor === 0) return [];
  return [
    {
      id: order.id,
      title: "Standard",
      price: money(order.shippingMinor + discountMinor),
      discounted_price: money(order.shippingMinor),
      tax_lines: taxLinesPayload(order, taxesOf(order).shippingTaxMinor),
      discount_allocations: order.discountCodes.flatMap(({ terms, amountMinor }, index) =>
        terms?.target === "SHIPPING_LINE" && amountMinor > 0
          ? [{ amount: money(amountMinor), discount_application_index: index }]
          : [],
      ),
    },
  ];
}

function taxLinesPayload({ currency, taxRate, taxTitle }: DevOrder, taxMinor: number) {
  if (taxMinor === 0) return [];
  return [{ title: taxTitle, rate: taxRate, price: fixedOfMinor(taxMinor, currency) }];
}
