import type { AdminContext, Resolvers, View } from "#devstore/admin-api/admin-context.ts";
import { grants } from "#devstore/admin-api/graphql/access-scopes.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid, numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { type SearchFields, search } from "#devstore/admin-api/graphql/search-query.ts";
import { moneyView } from "#devstore/admin-api/views/money-view.ts";
import { type DevDispute, type DevOrder, refundedMinor } from "#devstore/state/order.ts";
import { financialStatus } from "#devstore/webhooks/order-payload.ts";

/** Older orders are hidden from apps without read_all_orders. */
const visibleDays = 60;

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
  test: { type: "string", read: () => "false" },
  current_total_price: {
    type: "number",
    read: (order) => (order.totalMinor - refundedMinor(order)) / 100,
  },
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
    const order = context.state.get(context.shop.domain, "order", id);
    return order === undefined || !isVisible(context, order) ? null : context.views.order(order);
  },
  orders: (args, context) =>
    connection(args, {
      items: visibleOrders(context, "orders", args.query),
      sortValue: sortValues[String(args.sortKey)] ?? ((order) => order.processedAt),
      idOf: (order) => order.id,
      view: context.views.order,
    }),
  ordersCount: (args, context) => ({
    __typename: "Count",
    count: visibleOrders(context, "ordersCount", args.query).length,
    precision: "EXACT",
  }),
  dispute: (args, context) => {
    const id = numberOf(String(args.id), "ShopifyPaymentsDispute");
    const dispute = context.state.get(context.shop.domain, "dispute", id);
    return dispute === undefined ? null : disputeView(context, dispute);
  },
};

function visibleOrders(context: AdminContext, path: string, query: unknown): readonly DevOrder[] {
  const orders = context.state
    .list(context.shop.domain, "order")
    .filter((order) => isVisible(context, order));
  return search(context, path, orders, query, searchFields, (order) => {
    return `#${order.number} ${order.email ?? ""}`;
  });
}

function isVisible(context: AdminContext, order: DevOrder): boolean {
  if (grants(context.scopes, "read_all_orders")) return true;
  const ageMs = context.now.getTime() - Date.parse(order.createdAt);
  return ageMs <= visibleDays * 24 * 60 * 60 * 1000;
}

function disputeView(context: AdminContext, dispute: DevDispute): View {
  const order = context.state.get(context.shop.domain, "order", dispute.orderId);
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
