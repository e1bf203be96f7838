import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { readUnpaidCharge } from "../charges/read-unpaid-charge.ts";
import type { SubscriptionStatus } from "../subscription-status.ts";

/**
 * The pause fields of a subscription after a refresh from the platform. A planned pause that the platform does
 * not report yet stays planned; an ended one is cleared.
 */
export function pauseFieldsAfter(
  before: Pick<Subscription, "status" | "pausedAt" | "pausedUntil" | "billingResumesAt">,
  status: SubscriptionStatus,
  now: Date,
) {
  const { pausedAt, pausedUntil, billingResumesAt } = before;
  if (status === "paused") return { pausedAt: pausedAt ?? now, pausedUntil, billingResumesAt };
  const isOver = status === "cancelled" || before.status === "paused";
  return isOver
    ? { pausedAt: null, pausedUntil: null, billingResumesAt: null }
    : { pausedAt, pausedUntil, billingResumesAt };
}

/**
 * Gives the timeline a line when a subscription has become paused or active again. That an import begins is told by who
 * activates it.
 */
export async function recordPauseChange(
  context: Pick<ShopContext, "shop" | "actor" | "clock">,
  tx: Queries,
  before: Subscription,
  row: Subscription,
): Promise<void> {
  if (before.status === row.status || row.status === "cancelled") return;
  if (before.importState === "waiting") return;
  const { planName, pausedUntil, nextBillingAt } = row;
  const day = (instant: Date) => formatDate(instant, context.shop.ianaTimezone);
  const isPaused = row.status === "paused";
  const unpaid = isPaused ? null : await readUnpaidCharge(tx, before);
  const unpaidWords = unpaid ? ` The charge of ${day(unpaid)} stays unpaid.` : "";
  await recordActivity(context, tx, {
    kind: isPaused ? "subscription.paused" : "subscription.resumed",
    message: isPaused
      ? `${planName} was paused${pausedUntil ? ` until ${day(pausedUntil)}` : ""}.`
      : `${planName} was resumed${nextBillingAt ? `; the next charge is on ${day(nextBillingAt)}` : ""}.${unpaidWords}`,
    customerId: row.customerId,
    subscriptionId: row.id,
    details: {
      paused_until: pausedUntil?.toISOString() ?? null,
      next_billing_date: nextBillingAt?.toISOString() ?? null,
      ...(unpaid && { unpaid_charge_date: unpaid.toISOString() }),
    },
  });
}
