import type { DevBillingAttempt } from "../state/contract.ts";

/** Body of subscription_billing_attempts/*. */
export function attemptPayload(
  attempt: DevBillingAttempt,
  error: { code: string; message: string } | null,
): Record<string, unknown> {
  const orderId = attempt.state.type === "success" ? attempt.state.orderId : null;
  return {
    id: attempt.id,
    admin_graphql_api_id: `gid://shopify/SubscriptionBillingAttempt/${attempt.id}`,
    idempotency_key: attempt.idempotencyKey,
    order_id: orderId,
    admin_graphql_api_order_id: orderId === null ? null : `gid://shopify/Order/${orderId}`,
    subscription_contract_id: attempt.contractId,
    admin_graphql_api_subscription_contract_id: `gid://shopify/SubscriptionContract/${attempt.contractId}`,
    ready: attempt.state.type !== "pending",
    error_message: error?.message ?? null,
    error_code: error?.code.toLowerCase() ?? null,
  };
}
