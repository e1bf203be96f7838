import { gid } from "#devstore/admin-api/graphql/gid.ts";
import type { DevOrder, DevTransaction } from "../../../state/order.ts";
import type { AdminContext, View } from "../../admin-context.ts";
import { moneyBagView } from "../money-view.ts";

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
    formattedGateway: gatewayName(transaction.gateway),
    test: order.isTest === true,
    createdAt: transaction.processedAt,
    processedAt: transaction.processedAt,
    errorCode: transaction.errorCode,
    paymentId: `devstore-${transaction.id}`,
    amountSet: moneyBagView(transaction.amountMinor, order),
    order: () => context.views.order(order),
    parentTransaction: parent === undefined ? null : () => transactionView(context, order, parent),
  };
}

const gatewayNames: Record<string, string> = {
  gift_card: "Gift card",
  shopify_payments: "Shopify Payments",
  shopify_store_credit: "Store credit",
};

/** As the admin shows it. */
function gatewayName(gateway: string): string {
  return gatewayNames[gateway] ?? gateway;
}
