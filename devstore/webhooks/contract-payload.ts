import type { DevContract } from "../state/contract.ts";

/** Body of subscription_contracts/*: numbers, their global ids, and lower-case enums. */
export function contractPayload(contract: DevContract): Record<string, unknown> {
  const { billingPolicy, deliveryPolicy, originOrderId } = contract;
  return {
    admin_graphql_api_id: `gid://shopify/SubscriptionContract/${contract.id}`,
    id: contract.id,
    billing_policy: {
      interval: billingPolicy.interval.toLowerCase(),
      interval_count: billingPolicy.intervalCount,
      min_cycles: billingPolicy.minCycles ?? 1,
      max_cycles: billingPolicy.maxCycles,
    },
    currency_code: contract.currency,
    customer_id: contract.customerId,
    admin_graphql_api_customer_id: `gid://shopify/Customer/${contract.customerId}`,
    delivery_policy: {
      interval: deliveryPolicy.interval.toLowerCase(),
      interval_count: deliveryPolicy.intervalCount,
    },
    status: contract.status.toLowerCase(),
    admin_graphql_api_origin_order_id:
      originOrderId === null ? null : `gid://shopify/Order/${originOrderId}`,
    origin_order_id: originOrderId,
    revision_id: String(contract.revision),
  };
}
