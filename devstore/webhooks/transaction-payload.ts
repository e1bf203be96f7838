import { fixedOfMinor } from "../state/money.ts";
import type { DevOrder, DevTransaction } from "../state/order.ts";

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
