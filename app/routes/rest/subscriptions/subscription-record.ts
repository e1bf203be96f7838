import { z } from "zod";
import type { OfferSnapshot } from "#app/domain/churn/offers/churn-offer.ts";
import { REASON_ALIASES } from "#app/domain/subscriptions/cancellation-reasons.ts";
import type { ListedSubscription } from "#app/domain/subscriptions/lists/list-subscriptions.ts";
import { formatMinorTwoDecimals } from "#app/lib/money.ts";

/** A subscription in the core REST API. Money is a decimal text, instants are ISO 8601 in UTC. */
export const subscriptionRecordSchema = z
  .object({
    id: z.string(),
    platform_contract_id: z.string(),
    customer_id: z.string().nullable(),
    platform_customer_gid: z.string().nullable(),
    email: z.string().nullable(),
    kind: z.enum(["membership", "product"]),
    status: z.enum(["active", "paused", "cancelled"]),
    plan_id: z.string().nullable(),
    plan_name: z.string(),
    price: z.string(),
    currency: z.string(),
    interval_name: z.enum(["day", "week", "month", "year"]),
    interval_count: z.number().int(),
    next_billing_date: z.string().nullable(),
    paused_until: z.string().nullable(),
    cancel_reason: z.enum(REASON_ALIASES).nullable(),
    active_offer: z.object({ name: z.string(), type: z.string(), status: z.string() }).nullable(),
    created_at: z.string(),
    cancelled_at: z.string().nullable(),
    updated_at: z.string(),
  })
  .meta({ id: "Subscription" });

export type SubscriptionRecord = z.infer<typeof subscriptionRecordSchema>;

/** @param activeOffer the offer that is active on it, if there is one. */
export function toSubscriptionRecord(
  row: Omit<ListedSubscription, "offerSnapshot">,
  activeOffer: OfferSnapshot | null,
): SubscriptionRecord {
  const iso = (instant: Date | null) => instant?.toISOString() ?? null;
  const customer = row.customer;
  return {
    id: `sub_${row.id}`,
    platform_contract_id: String(row.platformContractId),
    customer_id: customer ? String(customer.platformCustomerId) : null,
    platform_customer_gid: customer
      ? `gid://platform/Customer/${customer.platformCustomerId}`
      : null,
    email: customer?.email ?? null,
    kind: row.kind as SubscriptionRecord["kind"],
    status: row.status as SubscriptionRecord["status"],
    plan_id: row.planId === null ? null : `plan_${row.planId}`,
    plan_name: row.planName,
    price: formatMinorTwoDecimals(Number(row.priceMinor), row.currency),
    currency: row.currency,
    interval_name: row.intervalUnit as SubscriptionRecord["interval_name"],
    interval_count: row.intervalCount,
    next_billing_date: iso(row.nextBillingAt),
    paused_until: iso(row.pausedUntil),
    cancel_reason:
      row.status === "cancelled" ? (row.cancelReason as SubscriptionRecord["cancel_reason"]) : null,
    active_offer: activeOffer
      ? { name: activeOffer.name, type: activeOffer.rules.type, status: "Active" }
      : null,
    created_at: row.platformCreatedAt.toISOString(),
    cancelled_at: iso(row.cancelledAt),
    updated_at: row.updatedAt.toISOString(),
  };
}
