import type { AdminContext, Resolvers, View } from "#devstore/admin-api/admin-context.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid, numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { type SearchFields, search } from "#devstore/admin-api/graphql/search-query.ts";
import { moneyView } from "#devstore/admin-api/views/money-view.ts";
import { refundView } from "#devstore/admin-api/views/orders/refund-view.ts";
import { financialStatus } from "#devstore/orders/figures/financial-status.ts";
import { currentTotalMinor } from "#devstore/orders/figures/order-balance.ts";
import { decimalOfMinor } from "#devstore/state/money.ts";
import type { DevDispute, DevOrder } from "#devstore/state/order.ts";
import { visibleOrder, visibleOrders } from "./visible-orders.ts";

const searchFields: SearchFields<DevOrder> = {
  id: { type: "id", read: (order) => order.id },
  name: { type: "string", read: (order) => [`#${order.number}`, String(order.number)] },
  customer_id: { type: "id", read: (order) => order.customerId },
  email: { type: "string", read: (order) => order.email },
  created_at: { type: "time", read: (order) => order.createdAt },
  processed_at: { type: "time", read: (order) => order.processedAt },
  updated_at: { type: "time", read: (order) => order.updatedAt },
  financial_status: { type: "string", read: (order) => financialStatus(order) },
  tag: { type: "string", read: (order) => order.tags },
  source_name: { type: "string", read: (order) => order.sourceName },
  discount_code: { type: "string", read: (order) => order.discountCodes.map((one) => one.code) },
  test: { type: "string", read: (order) => String(order.isTest === true) },
  current_total_price: {
    type: "number",
    read: (order) => Number(decimalOfMinor(currentTotalMinor(order), order.currency)),
  },
};

const disputeFields: SearchFields<DevDispute> = {
  id: { type: "id", read: (dispute) => dispute.id },
  initiated_at: { type: "time", read: (dispute) => dispute.initiatedAt },
};

const sortValues: Record<string, (order: DevOrder) => string | number> = {
  ID: (order) => order.id,
  ORDER_NUMBER: (order) => order.number,
  CREATED_AT: (order) => order.createdAt,
  PROCESSED_AT: (order) => order.processedAt,
  UPDATED_AT: (order) => order.updatedAt,
  TOTAL_PRICE: (order) => order.totalMinor,
};

export const orderQueries: Resolvers = {
  order: (args, context) => {
    const id = numberOf(String(args.id), "Order");
    const order = visibleOrder(context, id);
    return order === undefined ? null : context.views.order(order);
  },
  refund: (args, context) => {
    const id = numberOf(String(args.id), "Refund");
    const order = visibleOrders(context).find(({ refunds }) =>
      refunds.some((one) => one.id === id),
    );
    const refund = order?.refunds.find((one) => one.id === id);
    return order === undefined || refund === undefined ? null : refundView(context, order, refund);
  },
  orders: (args, context) =>
    connection(args, {
      items: foundOrders(context, "orders", args.query),
      sortValue: sortValues[String(args.sortKey)] ?? ((order) => order.processedAt),
      idOf: (order) => order.id,
      view: context.views.order,
    }),
  ordersCount: (args, context) => ({
    __typename: "Count",
    count: foundOrders(context, "ordersCount", args.query).length,
    precision: "EXACT",
  }),
  dispute: (args, context) => {
    const id = numberOf(String(args.id), "ShopifyPaymentsDispute");
    const dispute = context.state.get(context.shop.domain, "dispute", id);
    return dispute === undefined ? null : disputeView(context, dispute);
  },
  disputes: (args, context) =>
    connection(args, {
      items: search(
        context,
        "disputes",
        context.state.list(context.shop.domain, "dispute"),
        args.query,
        disputeFields,
        ({ id }) => String(id),
      ),
      sortValue: (dispute) => dispute.id,
      idOf: (dispute) => dispute.id,
      view: (dispute) => disputeView(context, dispute),
    }),
};

function foundOrders(context: AdminContext, path: string, query: unknown): readonly DevOrder[] {
  return search(context, path, visibleOrders(context), query, searchFields, (order) => {
    return `#${order.number} ${order.email ?? ""}`;
  });
}

function disputeView(context: AdminContext, dispute: DevDispute): View {
  const order = visibleOrder(context, dispute.orderId);
  return {
    __typename: "ShopifyPaymentsDispute",
    id: gid("ShopifyPaymentsDispute", dispute.id),
    legacyResourceId: String(dispute.id),
    type: dispute.type,
    status: dispute.status,
    amount: moneyView(dispute.amountMinor, order?.currency ?? context.shop.currency),
    initiatedAt: dispute.initiatedAt,
    finalizedOn: dispute.finalizedOn,
    evidenceDueBy: null,
    evidenceSentOn: null,
    order: order === undefined ? null : () => context.views.order(order),
    reasonDetails: {
      __typename: "ShopifyPaymentsDisputeReasonDetails",
      reason: dispute.reason,
      networkReasonCode: dispute.networkReasonCode,
    },
  };
}
