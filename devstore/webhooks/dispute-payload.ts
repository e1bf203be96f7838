import { fixedOfMinor } from "../state/money.ts";
import type { DevDispute } from "../state/order.ts";

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
