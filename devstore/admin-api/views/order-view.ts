import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { orderKey } from "#devstore/orders/order-key.ts";
import { shopOrigin } from "#devstore/shop-origin.ts";
import {
  type DevOrder,
  type DevOrderLine,
  type DevRefund,
  type DevTransaction,
  type DiscountTerms,
  refundedMinor,
} from "../../state/order.ts";
import { financialStatus } from "../../webhooks/order-payload.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";
import { ownContract } from "../subscriptions/own-contracts.ts";
import { addressView } from "./address-view.ts";
import { countView, moneyBagView, moneyView } from "./money-view.ts";

export function orderView(context: AdminContext, order: DevOrder): View {
  const { state, shop, views } = context;
  const address =
    order.shippingAddress === null ? null : addressView(order.shippingAddress, order.id);
  return {
    __typename: "Order",
    id: gid("Order", order.id),
    legacyResourceId: String(order.id),
    name: `#${order.number}`,
    number: order.number,
    createdAt: order.createdAt,
    processedAt: order.processedAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    cancelReason: order.cancelReason,
    closed: false,
    closedAt: null,
    confirmed: true,
    test: order.isTest === true,
    note: null,
    phone: null,
    edited: false,
    email: order.email,
    customerLocale: order.customerLocale,
    sourceName: order.sourceName,
    tags: order.tags,
    statusPageUrl: `${shopOrigin(context.origin, shop)}/orders/${order.id}/${orderKey(shop, order)}`,
    displayFinancialStatus: financialStatus(order),
    displayFulfillmentStatus: order.fulfillmentStatus,
    currencyCode: order.currency,
    presentmentCurrencyCode: order.currency,
    paymentGatewayNames: [...new Set(order.transactions.map((one) => one.gateway))],
    discountCode: order.discountCodes[0]?.code ?? null,
    discountCodes: order.discountCodes.map((one) => one.code),
    taxesIncluded: order.taxesIncluded,
    customAttributes: (order.attributes ?? []).map((one) => ({ __typename: "Attribute", ...one })),
    shippingLine: shippingLineView(order),
    fulfillments: () => fulfillmentsOf(order),
    shippingAddress: address,
    billingAddress: address,
    publication: null,
    attribution: attributionView(order.sourceName),
    app: { __typename: "OrderApp", id: gid("App", 580111), name: "Online Store" },
    customer: () => {
      const customer =
        order.customerId === null
          ? undefined
          : state.get(shop.domain, "customer", order.customerId);
      return customer === undefined ? null : views.customer(customer);
    },
    ...moneyFields(order),
    transactions: () => order.transactions.map((one) => transactionView(context, order, one)),
    transactionsCount: countView(order.transactions.length),
    refunds: () => order.refunds.map((refund) => refundView(context, order, refund)),
    disputes: () =>
      state
        .list(shop.domain, "dispute")
        .filter((dispute) => dispute.orderId === order.id)
        .map((dispute) => ({
          __typename: "OrderDisputeSummary",
          id: gid("ShopifyPaymentsDispute", dispute.id),
          initiatedAs: dispute.type,
          status: dispute.status,
        })),
    ...views.metafieldFields("Order", order.id),
    discountApplications: (args: Arguments) =>
      connection(args, {
        items: order.discountCodes,
        idOf: (one) => one.code,
        view: (one) => codeApplicationView(order, one.code),
      }),
    lineItems: (args: Arguments) =>
      connection(args, {
        items: order.lines,
        idOf: (line) => line.id,
        view: (line) => lineItemView(context, order, line),
      }),
  };
}

function shippingLineView(order: DevOrder): View | null {
  const discountMinor = order.shippingDiscountMinor ?? 0;
  const originalMinor = order.shippingMinor + discountMinor;
  if (originalMinor === 0) return null;
  return {
    __typename: "ShippingLine",
    id: gid("ShippingLine", order.id),
    title: "Standard",
    originalPriceSet: moneyBagView(originalMinor, order.currency),
    discountedPriceSet: moneyBagView(order.shippingMinor, order.currency),
    discountAllocations: order.discountCodes
      .filter(({ terms, amountMinor }) => terms?.target === "SHIPPING_LINE" && amountMinor > 0)
      .map(({ code, amountMinor }) =>
        allocationView(order, amountMinor, codeApplicationView(order, code)),
      ),
  };
}

function fulfillmentsOf(order: DevOrder): View[] {
  const at = order.fulfilledAt;
  if (at === undefined) return [];
  return [
    {
      __typename: "Fulfillment",
      id: gid("Fulfillment", order.id),
      legacyResourceId: String(order.id),
      name: `#${order.number}-F1`,
      status: "SUCCESS",
      displayStatus: "FULFILLED",
      totalQuantity: order.lines
        .filter((line) => line.requiresShipping)
        .reduce((sum, { quantity }) => sum + quantity, 0),
      createdAt: at,
      updatedAt: at,
      requiresShipping: true,
    },
  ];
}

function attributionView(sourceName: string): View {
  return sourceName === "web"
    ? { __typename: "OrderAttribution", handle: "web", displayName: "Online Store" }
    : {
        __typename: "OrderAttribution",
        handle: sourceName,
        displayName: sourceName === "pos" ? "Point of Sale" : "Subscriptions",
      };
}

function moneyFields(order: DevOrder): Record<string, unknown> {
  const bag = (minor: number) => moneyBagView(minor, order.currency);
  const refunded = refundedMinor(order);
  const discounts = order.lines.reduce((sum, line) => sum + line.discountMinor, 0);
  const share = order.totalMinor === 0 ? 0 : 1 - refunded / order.totalMinor;
  return {
    totalPriceSet: bag(order.totalMinor),
    originalTotalPriceSet: bag(order.totalMinor),
    currentTotalPriceSet: bag(order.totalMinor - refunded),
    subtotalPriceSet: bag(order.subtotalMinor),
    currentSubtotalPriceSet: bag(Math.round(order.subtotalMinor * share)),
    totalTaxSet: bag(order.taxMinor),
    currentTotalTaxSet: bag(Math.round(order.taxMinor * share)),
    totalDiscountsSet: bag(discounts),
    currentTotalDiscountsSet: bag(discounts),
    totalRefundedSet: bag(refunded),
    totalReceivedSet: bag(order.totalMinor),
    netPaymentSet: bag(order.totalMinor - refunded),
    totalOutstandingSet: bag(0),
    totalShippingPriceSet: bag(order.shippingMinor),
    totalTipReceivedSet: bag(0),
    taxLines:
      order.taxMinor === 0
        ? []
        : [
            {
              __typename: "TaxLine",
              title: order.taxTitle,
              rate: order.taxRate,
              ratePercentage: order.taxRate * 100,
              priceSet: bag(order.taxMinor),
              channelLiable: false,
              source: null,
            },
          ],
  };
}

export function transactionView(
  context: AdminContext,
  order: DevOrder,
  transaction: DevTransaction,
): View {
  const parent = order.transactions.find((one) => one.id === transaction.parentId);
  return {
    __typename: "OrderTransaction",
    id: gid("OrderTransaction", transaction.id),
    kind: transaction.kind,
    status: transaction.status,
    gateway: transaction.gateway,
    formattedGateway: "Shopify Payments",
    test: order.isTest === true,
    createdAt: transaction.processedAt,
    processedAt: transaction.processedAt,
    errorCode: transaction.errorCode,
    paymentId: `devstore-${transaction.id}`,
    amountSet: moneyBagView(transaction.amountMinor, order.currency),
    order: () => context.views.order(order),
    parentTransaction: parent === undefined ? null : () => transactionView(context, order, parent),
  };
}

function refundView(context: AdminContext, order: DevOrder, refund: DevRefund): View {
  return {
    __typename: "Refund",
    id: gid("Refund", refund.id),
    legacyResourceId: String(refund.id),
    note: refund.note,
    createdAt: refund.createdAt,
    processedAt: refund.createdAt,
    updatedAt: refund.createdAt,
    totalRefunded: moneyView(refund.amountMinor, order.currency),
    totalRefundedSet: moneyBagView(refund.amountMinor, order.currency),
    order: () => context.views.order(order),
    refundLineItems: (args: Arguments) =>
      connection(args, {
        items: refund.lines ?? [],
        idOf: (one) => one.lineId,
        view: (one) => refundLineView(context, order, refund, one),
      }),
    transactions: (args: Arguments) =>
      connection(args, {
        items: order.transactions.filter((one) => refund.transactionIds.includes(one.id)),
        idOf: (transaction) => transaction.id,
        view: (transaction) => transactionView(context, order, transaction),
      }),
  };
}

function lineItemView(context: AdminContext, order: DevOrder, line: DevOrderLine): View {
  const { state, shop, views } = context;
  const { currency } = order;
  const product =
    line.productId === null ? undefined : state.get(shop.domain, "product", line.productId);
  const variant = product?.variants.find((one) => one.id === line.variantId);
  const discountedMinor = line.unitPriceMinor * line.quantity - line.discountMinor;
  return {
    __typename: "LineItem",
    id: gid("LineItem", line.id),
    title: line.title,
    name: line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
    variantTitle: line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    currentQuantity: line.quantity,
    requiresShipping: line.requiresShipping,
    product: product === undefined ? null : () => views.product(product),
    variant:
      product === undefined || variant === undefined ? null : () => views.variant(product, variant),
    originalUnitPriceSet: moneyBagView(line.unitPriceMinor, currency),
    originalTotalSet: moneyBagView(line.unitPriceMinor * line.quantity, currency),
    discountedTotalSet: moneyBagView(discountedMinor, currency),
    totalDiscountSet: moneyBagView(line.discountMinor, currency),
    sellingPlan:
      line.sellingPlanName === null
        ? null
        : {
            __typename: "LineItemSellingPlan",
            name: line.sellingPlanName,
            sellingPlanId:
              line.sellingPlanId === null ? null : gid("SellingPlan", line.sellingPlanId),
          },
    contract: () => {
      const contract = line.contractId === null ? undefined : ownContract(context, line.contractId);
      return contract === undefined ? null : views.contract(contract);
    },
    discountAllocations: allocationsOf(order, line),
    customAttributes: [],
  };
}

/** What each code took off a line, and what a contract's own discount did. */
function allocationsOf(order: DevOrder, line: DevOrderLine): View[] {
  const byCode = line.codeDiscounts ?? [];
  const byContract = line.contractDiscounts ?? [];
  const known = [...byCode, ...byContract].reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const rest = line.discountMinor - known;
  return [
    ...byCode.map((one) =>
      allocationView(order, one.amountMinor, codeApplicationView(order, one.code)),
    ),
    ...[...byContract, ...(rest === 0 ? [] : [{ title: "Discount", amountMinor: rest }])].map(
      ({ title, amountMinor }, place) =>
        allocationView(order, amountMinor, {
          __typename: "ManualDiscountApplication",
          title,
          description: null,
          ...applicationFields(order, order.discountCodes.length + place, {
            ...offTheOrder,
            value: { amountMinor },
          }),
        }),
    ),
  ];
}

function allocationView(order: DevOrder, amountMinor: number, discountApplication: View): View {
  return {
    __typename: "DiscountAllocation",
    allocatedAmountSet: moneyBagView(amountMinor, order.currency),
    discountApplication,
  };
}

function codeApplicationView(order: DevOrder, code: string): View {
  const index = order.discountCodes.findIndex((one) => one.code === code);
  const used = order.discountCodes[index];
  const terms = used?.terms ?? {
    ...offTheOrder,
    value: { amountMinor: used?.amountMinor ?? 0 },
  };
  return {
    __typename: "DiscountCodeApplication",
    code,
    ...applicationFields(order, index, terms),
  };
}

const offTheOrder = { target: "LINE_ITEM", allocation: "ACROSS", selection: "ALL" } as const;

function applicationFields(order: DevOrder, index: number, terms: DiscountTerms) {
  const { value } = terms;
  return {
    index,
    allocationMethod: terms.allocation,
    targetType: terms.target,
    targetSelection: terms.selection,
    value:
      "percentage" in value
        ? { __typename: "PricingPercentageValue", percentage: value.percentage }
        : moneyView(value.amountMinor, order.currency),
  };
}

function refundLineView(
  context: AdminContext,
  order: DevOrder,
  refund: DevRefund,
  { lineId, quantity }: { lineId: number; quantity: number },
): View {
  const line = order.lines.find((one) => one.id === lineId);
  if (line === undefined) throw new Error(`refund ${refund.id} names no line of its order`);
  const paid = line.unitPriceMinor * line.quantity - line.discountMinor;
  const subtotalMinor = Math.round((paid * quantity) / line.quantity);
  return {
    __typename: "RefundLineItem",
    id: gid("RefundLineItem", `${refund.id}${lineId}`),
    quantity,
    restocked: false,
    restockType: "NO_RESTOCK",
    location: null,
    lineItem: () => lineItemView(context, order, line),
    priceSet: moneyBagView(Math.round(subtotalMinor / quantity), order.currency),
    subtotalSet: moneyBagView(subtotalMinor, order.currency),
    totalTaxSet: moneyBagView(0, order.currency),
  };
}
