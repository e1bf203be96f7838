import { z } from "zod";
import type { OfferSnapshot } from "#app/domain/churn/offers/churn-offer.ts";
import { REASON_ALIASES } from "#app/domain/subscriptions/cancellation-reasons.ts";
import { nextChargeDate } from "#app/domain/subscriptions/charges/next-charge-date.ts";
import type { ListedSubscription } from "#app/domain/subscriptions/lists/list-subscriptions.ts";
import { formatMinorExactly } from "#app/lib/money.ts";

/** A subscription in the core REST API. Money is a decimal text, instants are ISO 8601 in UTC. */
export const subscriptionRecordSchema = z
  .object({
    id: z
      .string()
      .meta({ description: "The subscription, `sub_` and a number.", example: "sub_31" }),
    platform_contract_id: z
      .string()
      .meta({ description: "The contract's number on the platform, in digits.", example: "5008" }),
    customer_id: z.string().nullable().meta({
      description:
        "The customer's number on the platform, in digits; null where the contract has no customer any more.",
      example: "1001",
    }),
    platform_customer_gid: z.string().nullable().meta({
      description: "The same customer as a gid; null where `customer_id` is.",
      example: "gid://platform/Customer/1001",
    }),
    email: z.string().nullable().meta({
      description:
        "The customer's e-mail address; null where they have none, and once their data was erased.",
      example: "ada@example.com",
    }),
    kind: z.enum(["membership", "product"]).meta({
      description:
        "What is subscribed to, by the kind of the plan's group. A contract whose plan the app does not know counts as product.",
      example: "membership",
    }),
    status: z.enum(["active", "paused", "cancelled"]).meta({
      description:
        "Active also while a failed charge is being recovered; cancelled also when the contract has expired.",
      example: "active",
    }),
    plan_id: z.string().nullable().meta({
      description: "The plan, `plan_` and a number; null where the app does not know it.",
      example: "plan_3",
    }),
    plan_name: z.string().meta({
      description: "The plan's name, as it stands on the contract.",
      example: "Club monthly",
    }),
    price: z.string().meta({
      description:
        "What the goods of one billing cycle cost before discounts, a decimal text in `currency`; without delivery.",
      example: "15.00",
    }),
    currency: z
      .string()
      .meta({ description: "The contract's currency, ISO 4217.", example: "EUR" }),
    interval_name: z
      .enum(["day", "week", "month", "year"])
      .meta({ description: "The unit of the time between two charges.", example: "month" }),
    interval_count: z
      .number()
      .int()
      .meta({ description: "How many of these units lie between two charges.", example: 1 }),
    delivery_interval_name: z.enum(["day", "week", "month", "year"]).nullable().meta({
      description:
        "An extension of the contract. Of a prepaid subscription, whose charge pays for several deliveries: the unit of the time between two of them. Null where each charge brings its own delivery.",
      example: null,
    }),
    delivery_interval_count: z.number().int().nullable().meta({
      description:
        "An extension of the contract. How many of these units lie between two deliveries; null where each charge brings its own.",
      example: null,
    }),
    next_billing_date: z.string().nullable().meta({
      description:
        "When it is charged next, in UTC. While it is paused: the first charge after it has resumed by itself, and null where the pause has no end. Null once cancelled. In the past only while a charge is due or has failed.",
      example: "2026-12-05T10:00:00.000Z",
    }),
    paused_until: z.string().nullable().meta({
      description: "When it resumes by itself, in UTC; null unless it is paused for a set time.",
      example: null,
    }),
    cancel_reason: z.enum(REASON_ALIASES).nullable().meta({
      description:
        "The alias of the reason that was given; null unless it is cancelled, and where no reason was given.",
      example: null,
    }),
    active_offer: z
      .object({
        name: z
          .string()
          .meta({ description: "The offer's name when it was accepted.", example: "A fifth off" }),
        type: z.string().meta({
          description: "Its type: discount_price, change_frequency, add_store_credits or pause.",
          example: "discount_price",
        }),
        status: z.string().meta({ description: "Always Active here.", example: "Active" }),
      })
      .nullable()
      .meta({
        description: "The retention offer that is active on it; null without one.",
        example: null,
      }),
    created_at: z.string().meta({
      description: "When the contract began on the platform, in UTC.",
      example: "2026-01-05T10:00:00.000Z",
    }),
    cancelled_at: z.string().nullable().meta({
      description: "When it was cancelled or had expired, in UTC; null before.",
      example: null,
    }),
    updated_at: z.string().meta({
      description: "When the app last recorded a change of it, in UTC.",
      example: "2026-11-05T10:00:09.120Z",
    }),
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
    price: formatMinorExactly(Number(row.priceMinor), row.currency),
    currency: row.currency,
    interval_name: row.intervalUnit as SubscriptionRecord["interval_name"],
    interval_count: row.intervalCount,
    delivery_interval_name: row.deliveryUnit as SubscriptionRecord["delivery_interval_name"],
    delivery_interval_count: row.deliveryCount,
    next_billing_date: iso(nextChargeDate(row)),
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
