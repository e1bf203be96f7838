import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { orderKey } from "#devstore/orders/order-key.ts";
import { shopOrigin } from "#devstore/shop-origin.ts";
import { financialStatus } from "../../../orders/figures/financial-status.ts";
import type { DevOrder } from "../../../state/order.ts";
import type { AdminContext, Arguments, View } from "../../admin-context.ts";
import { addressView } from "../address-view.ts";
import { countView } from "../money-view.ts";
import { codeApplicationView } from "./discount-allocation.ts";
import { fulfillmentViews } from "./fulfillment-view.ts";
import { lineItemView } from "./line-view.ts";
import { moneyFields } from "./order-money.ts";
import { refundView } from "./refund-view.ts";
import { shippingLineView } from "./shipping-line-view.ts";
import { transactionView } from "./transaction-view.ts";

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
    edited: order.originalTotalMinor !== undefined,
    email: order.email,
    customerLocale: order.customerLocale,
    sourceName: order.sourceName,
    tags: order.tags,
    statusPageUrl: `${shopOrigin(context.origin, shop)}/orders/${order.id}/${orderKey(shop, order)}`,
    displayFinancialStatus: financialStatus(order),
    displayFulfillmentStatus: order.fulfillmentStatus,
    currencyCode: order.currency,
    presentmentCurrencyCode: order.presentment?.currency ?? order.currency,
    paymentGatewayNames: [...new Set(order.transactions.map((one) => one.gateway))],
    discountCode: order.discountCodes[0]?.code ?? null,
    discountCodes: order.discountCodes.map((one) => one.code),
    taxesIncluded: order.taxesIncluded,
    customAttributes: (order.attributes ?? []).map((one) => ({ __typename: "Attribute", ...one })),
    shippingLine: shippingLineView(order),
    fulfillments: (args: Arguments) => firstOf(args, fulfillmentViews(order)),
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
    transactions: (args: Arguments) =>
      firstOf(args, order.transactions).map((one) => transactionView(context, order, one)),
    transactionsCount: countView(order.transactions.length),
    refunds: (args: Arguments) =>
      firstOf(args, order.refunds).map((refund) => refundView(context, order, refund)),
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

function attributionView(sourceName: string): View {
  return sourceName === "web"
    ? { __typename: "OrderAttribution", handle: "web", displayName: "Online Store" }
    : {
        __typename: "OrderAttribution",
        handle: sourceName,
        displayName: sourceName === "pos" ? "Point of Sale" : "Subscriptions",
      };
}

/** A list without pages, cut where the app asks for so many. */
function firstOf<T>({ first }: Arguments, list: T[]): T[] {
  return typeof first === "number" ? list.slice(0, first) : list;
}
