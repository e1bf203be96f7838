import { fixedOfMinor } from "../state/money.ts";
import {
  type DevDispute,
  type DevOrder,
  type DevRefund,
  type DevTransaction,
  refundedMinor,
  type UsedCode,
} from "../state/order.ts";

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
    presentment_currency: order.currency,
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
    fulfillment_status: order.fulfillmentStatus === "FULFILLED" ? "fulfilled" : null,
    fulfillments: fulfillmentsOf(order),
    line_items: order.lines.map((line) => ({
      id: line.id,
      admin_graphql_api_id: `gid://shopify/LineItem/${line.id}`,
      product_id: line.productId,
      variant_id: line.variantId,
      title: line.title,
      variant_title: line.variantTitle,
      sku: line.sku,
      quantity: line.quantity,
      price: money(line.unitPriceMinor),
      total_discount: money(line.discountMinor),
      requires_shipping: line.requiresShipping,
      fulfillment_status: order.fulfillmentStatus === "FULFILLED" ? "fulfilled" : null,
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

/** All of an order is sent at once here. */
function fulfillmentsOf({ id, number, fulfilledAt }: DevOrder) {
  if (fulfilledAt === undefined) return [];
  return [
    {
      id,
      admin_graphql_api_id: `gid://shopify/Fulfillment/${id}`,
      order_id: id,
      name: `#${number}-F1`,
      status: "success",
      created_at: fulfilledAt,
      updated_at: fulfilledAt,
    },
  ];
}

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
      discount_allocations: order.discountCodes.flatMap(({ terms, amountMinor }, index) =>
        terms?.target === "SHIPPING_LINE" && amountMinor > 0
          ? [{ amount: money(amountMinor), discount_application_index: index }]
          : [],
      ),
    },
  ];
}

/** Body of refunds/create. */
export function refundPayload(order: DevOrder, refund: DevRefund): Record<string, unknown> {
  return {
    id: refund.id,
    admin_graphql_api_id: `gid://shopify/Refund/${refund.id}`,
    order_id: order.id,
    created_at: refund.createdAt,
    processed_at: refund.createdAt,
    note: refund.note,
    refund_line_items: (refund.lines ?? []).map(({ lineId, quantity }) => {
      return { line_item_id: lineId, quantity };
    }),
    transactions: order.transactions
      .filter((transaction) => refund.transactionIds.includes(transaction.id))
      .map((transaction) => ({
        id: transaction.id,
        admin_graphql_api_id: `gid://shopify/OrderTransaction/${transaction.id}`,
        amount: fixedOfMinor(transaction.amountMinor, order.currency),
        currency: order.currency,
        kind: "refund",
        status: transaction.status.toLowerCase(),
        gateway: transaction.gateway,
        parent_id: transaction.parentId,
      })),
  };
}

/** Body of order_transactions/create. */
export function transactionPayload(
  order: DevOrder,
  transaction: DevTransaction,
): Record<string, unknown> {
  return {
    id: transaction.id,
    admin_graphql_api_id: `gid://shopify/OrderTransaction/${transaction.id}`,
    order_id: order.id,
    kind: transaction.kind.toLowerCase(),
    status: transaction.status.toLowerCase(),
    gateway: transaction.gateway,
    amount: fixedOfMinor(transaction.amountMinor, order.currency),
    currency: order.currency,
    parent_id: transaction.parentId,
    error_code: transaction.errorCode,
    processed_at: transaction.processedAt,
    created_at: transaction.processedAt,
    test: order.isTest === true,
  };
}

/** Body of disputes/create and disputes/update. */
export function disputePayload(dispute: DevDispute, currency: string): Record<string, unknown> {
  return {
    id: dispute.id,
    admin_graphql_api_id: `gid://shopify/ShopifyPaymentsDispute/${dispute.id}`,
    order_id: dispute.orderId,
    type: dispute.type.toLowerCase(),
    amount: fixedOfMinor(dispute.amountMinor, currency),
    currency,
    reason: dispute.reason.toLowerCase(),
    network_reason_code: dispute.networkReasonCode,
    status: dispute.status.toLowerCase(),
    initiated_at: dispute.initiatedAt,
    finalized_on: dispute.finalizedOn,
  };
}

/** What the platform calls the order's payment as a whole. */
export function financialStatus(
  order: Pick<DevOrder, "totalMinor" | "refunds" | "transactions" | "cancelledAt">,
): "PAID" | "PENDING" | "PARTIALLY_REFUNDED" | "REFUNDED" | "VOIDED" {
  const refunded = refundedMinor(order);
  if (refunded > 0) return refunded >= order.totalMinor ? "REFUNDED" : "PARTIALLY_REFUNDED";
  const paid = order.transactions.some((one) => one.kind === "SALE" && one.status === "SUCCESS");
  if (paid || order.totalMinor === 0) return "PAID";
  return order.cancelledAt === null ? "PENDING" : "VOIDED";
}
