import { z } from "zod";
import { instantText } from "#app/lib/instants.ts";

// What happens in a store, for our own subscribers and, under the same names, for other systems. Data holds ids
// and facts of the moment, never personal data: events outlive an erasure. Ids are internal, as decimal texts.

const id = z.string().regex(/^\d+$/);
const instant = instantText();

/** A subscription as it was right after the change. Money in minor units. */
const subscriptionFacts = z.object({
  subscription_id: id,
  platform_contract_id: id,
  customer_id: id.nullable(),
  plan_id: id.nullable(),
  plan_name: z.string(),
  kind: z.string(),
  status: z.enum(["active", "paused", "cancelled"]),
  price_minor: z.number().int(),
  currency: z.string(),
  interval_unit: z.string(),
  interval_count: z.number().int(),
  /** Of a prepaid one; null where each charge brings its own delivery, and in events from before it was kept. */
  delivery_unit: z.string().nullable().default(null),
  delivery_count: z.number().int().nullable().default(null),
  next_billing_at: instant.nullable(),
  paused_until: instant.nullable(),
  cancel_reason: z.string().nullable(),
  created_at: instant,
  cancelled_at: instant.nullable(),
});

/** Entries of the ledger: one customer's, or the run of entries that one statement wrote. */
const ledgerMovement = z.union([
  z.object({ customer_id: id, entry_id: id }),
  z.object({ from_entry_id: id, to_entry_id: id }),
]);

/** An order as it was right after the change. Totals at sale; what was paid back is beside them. */
const orderFacts = z.object({
  order_id: id,
  platform_order_id: id,
  customer_id: id.nullable(),
  financial_status: z.string(),
  total_minor: z.number().int(),
  refunded_minor: z.number().int(),
  currency: z.string(),
  is_renewal: z.boolean(),
  is_test: z.boolean(),
  is_cancelled: z.boolean(),
  is_disputed: z.boolean(),
  processed_at: instant,
});

const billingAttempt = z.object({ billing_attempt_id: id, subscription_id: id });
const member = z.object({ customer_id: id });
const appliedOffer = z.object({ applied_offer_id: id, subscription_id: id });

/** The changes by a shopper that no other kind of event reports. */
export const OWN_CHANGES = [
  ...(["skip", "move", "frequency", "quantity", "variant", "address"] as const),
  ...(["credit_on", "credit_off", "reactivate"] as const),
] as const;

export type OwnChangeKind = (typeof OWN_CHANGES)[number];

/** Every kind of event, and its data. */
export const EVENT_CATALOGUE = {
  "subscription.created": subscriptionFacts,
  /** Active again after the platform had given it up. */
  "subscription.activated": subscriptionFacts,
  /** Its terms or dates changed, its state did not. */
  "subscription.updated": subscriptionFacts,
  "subscription.paused": subscriptionFacts,
  "subscription.resumed": subscriptionFacts,
  "subscription.cancelled": subscriptionFacts,
  /** From before the installation: no news to anybody. */
  "subscription.imported": subscriptionFacts,
  "order.created": orderFacts,
  /** Anything about it changed: paid, sent, refunded, cancelled, disputed. */
  "order.updated": orderFacts,
  /** Orders that are no news and have other facts all the same: imported from the time before, or erased. */
  "order.restated": z.object({ order_ids: z.array(id) }),
  "billing.pending": billingAttempt,
  "billing.success": billingAttempt,
  "billing.failed": billingAttempt,
  "billing.retry_scheduled": billingAttempt,
  /** Attempts from before the installation, which are no news. */
  "billing.restated": z.object({ billing_attempt_ids: z.array(id) }),
  /** Came into being, has another name or address, or was erased. */
  "customer.updated": member,
  /** Two became one on the platform: what names the second is the first's from now on. */
  "customer.merged": z.object({ customer_id: id, merged_customer_id: id }),
  "member.created": member,
  "member.updated": member,
  "member.tier_changed": member,
  "member.points_changed": ledgerMovement,
  /** Progress with a loyalty rule, or a coupon, is another one. */
  "member.loyalty_changed": z.object({ customer_ids: z.array(id) }),
  /** Their balance with another points program, as the platform keeps it, is another one. */
  "member.points_read": z.object({ customer_ids: z.array(id) }),
  "store_credit.added": ledgerMovement,
  "store_credit.deducted": ledgerMovement,
  /** Kept for a checkout or a renewal: it cannot be spent elsewhere. */
  "store_credit.held": ledgerMovement,
  /** A hold ended unused. */
  "store_credit.released": ledgerMovement,
  /** An offer against churn took effect on a contract, or was cancelled. */
  "retention_offer.activated": appliedOffer,
  "retention_offer.cancelled": appliedOffer,
  /** Its owner has withdrawn from a contract: it is canceled at once, whatever was paid for. */
  "withdrawal.declared": z.object({
    subscription_id: id,
    customer_id: id.nullable(),
    withdrawn_at: instant,
  }),
  /**
   * A shopper has changed their subscription. `from` and `to` are names that the merchant gave, or numbers; of a charge that was
   * skipped or moved its old and new dates; of an address nothing. The last three are the next charge's, as they are after the change.
   */
  "own_change.made": z.object({
    subscription_id: id,
    customer_id: id.nullable(),
    change: z.enum(OWN_CHANGES),
    line_title: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    next_billing_at: instant.nullable(),
    next_charge_minor: z.number().int().nullable(),
    currency: z.string(),
  }),
  /** The merchant gave it another name. */
  "plan_group.renamed": z.object({ plan_group_id: id }),
  "cancellation_reason.renamed": z.object({ alias: z.string() }),
} as const satisfies Record<string, z.ZodType>;

export type EventKind = keyof typeof EVENT_CATALOGUE;

/** The data of an event of this kind. */
export type EventData<K extends EventKind> = z.infer<(typeof EVENT_CATALOGUE)[K]>;

/** An event as a subscriber reads it. Events of one store have ascending ids, in the order of their commits. */
export type EventOf<K extends EventKind> = {
  [P in K]: {
    readonly id: bigint;
    readonly kind: P;
    readonly data: EventData<P>;
    /** Business time. */
    readonly createdAt: Date;
  };
}[K];
