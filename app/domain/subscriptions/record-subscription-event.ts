import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import type { EventData, EventKind } from "../events/catalogue.ts";
import { recordEvent } from "../events/record-event.ts";

type SubscriptionEvent = Extract<EventKind, `subscription.${string}`>;

/** Fields whose change is not visible from the state. */
const TERMS = [
  ...(["customerId", "planId", "planName", "kind", "priceMinor", "currency"] as const),
  ...(["intervalUnit", "intervalCount", "deliveryUnit", "deliveryCount"] as const),
  ...(["nextBillingAt", "pausedUntil"] as const),
];

/**
 * Records what happened to a subscription between two states of its row; nothing when no fact changed.
 *
 * @param before null for one that came into being.
 * @param isNews false for one from before the installation.
 */
export async function recordSubscriptionEvent(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  before: Subscription | null,
  after: Subscription,
  isNews = true,
): Promise<void> {
  const created = isNews ? "subscription.created" : "subscription.imported";
  const kind = before ? kindOfChange(before, after) : created;
  if (kind) await recordEvent(context, tx, kind, toFacts(after));
}

/** The event between two states of a subscription; null when nothing that others see changed. */
export function kindOfChange(before: Subscription, after: Subscription): SubscriptionEvent | null {
  if (before.status !== after.status) {
    if (after.status === "cancelled") return "subscription.cancelled";
    if (after.status === "paused") return "subscription.paused";
    const isAgain = before.platformStatus === "paused" && before.importState !== "waiting";
    return isAgain ? "subscription.resumed" : "subscription.activated";
  }
  const isSame = TERMS.every((name) => before[name]?.valueOf() === after[name]?.valueOf());
  return isSame ? null : "subscription.updated";
}

function toFacts(row: Subscription): EventData<SubscriptionEvent> {
  const text = (id: bigint | null) => (id === null ? null : String(id));
  const iso = (instant: Date | null) => instant?.toISOString() ?? null;
  return {
    subscription_id: String(row.id),
    platform_contract_id: String(row.platformContractId),
    customer_id: text(row.customerId),
    plan_id: text(row.planId),
    plan_name: row.planName,
    kind: row.kind,
    status: row.status as EventData<SubscriptionEvent>["status"],
    price_minor: Number(row.priceMinor),
    currency: row.currency,
    interval_unit: row.intervalUnit,
    interval_count: row.intervalCount,
    delivery_unit: row.deliveryUnit,
    delivery_count: row.deliveryCount,
    next_billing_at: iso(row.nextBillingAt),
    paused_until: iso(row.pausedUntil),
    cancel_reason: row.cancelReason,
    created_at: row.platformCreatedAt.toISOString(),
    cancelled_at: iso(row.cancelledAt),
  };
}
