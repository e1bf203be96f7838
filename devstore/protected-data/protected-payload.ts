import type { ProtectedData } from "../state/protected-data.ts";
import type { DevShop } from "../state/shop.ts";
import { isApproved } from "./approvals.ts";

/** What topics about customers, their orders and their contracts begin with. */
const protectedResources = [
  "checkouts",
  "customer",
  "customer_payment_methods",
  "customers",
  "customers_email_marketing_consent",
  "customers_marketing_consent",
  "disputes",
  "draft_orders",
  "fulfillment_orders",
  "fulfillments",
  "order_transactions",
  "orders",
  "refunds",
  "returns",
  "subscription_billing_attempts",
  "subscription_billing_cycle_edits",
  "subscription_billing_cycles",
  "subscription_contracts",
];

/** Members of a payload that identify a person, wherever they are. */
const protectedMembers: Readonly<Record<string, ProtectedData>> = {
  address1: "address",
  address2: "address",
  contact_email: "email",
  email: "email",
  email_address: "email",
  first_name: "name",
  last_name: "name",
  latitude: "address",
  longitude: "address",
  phone: "phone",
  zip: "address",
};

/** Whether an app without approval may not subscribe to a topic. The compliance topics come to every app. */
export function isProtectedTopic(topic: string): boolean {
  return protectedResources.includes(topic.split(/[/.]/)[0] ?? "");
}

/** A payload as it reaches the app: what the app is not approved for is null. */
export function redactPayload(
  shop: Pick<DevShop, "approvedData">,
  payload: Record<string, unknown>,
): Record<string, unknown> {
  return redacted(shop, payload) as Record<string, unknown>;
}

function redacted(shop: Pick<DevShop, "approvedData">, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => redacted(shop, one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const kind = protectedMembers[key];
      const isHidden = kind !== undefined && !isApproved(shop, kind);
      return [key, isHidden ? null : redacted(shop, inner)];
    }),
  );
}
