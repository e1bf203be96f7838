import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { recordEvent } from "../../events/record-event.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { publishCustomerJob } from "../../subscriptions/subscription-jobs.ts";
import { endGraceTask } from "../churn-jobs.ts";

/** How long an offer's effect stays after it was cancelled (contract, sections 3.2 and 8). */
const GRACE_HOURS = 24;

/** When the effect of an offer that is cancelled at `at` is withdrawn. */
export function graceEndOf(at: Date): Date {
  return new Date(at.getTime() + GRACE_HOURS * 3_600_000);
}

/** What becomes of a cancelled offer's effect: it stays for its grace, or it was gone from the contract before. */
type Effect = "stays_for_grace" | "effect_has_left";

/**
 * Cancels the subscription's active offer, in the transaction of what ends it: the subscription's
 * cancellation, a revocation by the merchant, or its discount that was taken off the contract by hand. An effect
 * that is still there is withdrawn by a task when the grace is over. An activation that has not been answered yet is
 * left to its own end, which sees the cancelled subscription. Safe to repeat.
 */
export async function cancelAppliedOffers(
  context: Pick<ShopContext, "shop" | "clock" | "actor">,
  tx: Queries,
  subscription: Pick<Subscription, "id" | "customerId">,
  effect: Effect = "stays_for_grace",
): Promise<void> {
  const now = context.clock.now();
  const hasLeft = effect === "effect_has_left";
  const graceEndsAt = hasLeft ? now : graceEndOf(now);
  const cancelled = await tx.appliedOffer.updateManyAndReturn({
    where: { shopId: context.shop.id, subscriptionId: subscription.id, state: "active" },
    data: {
      state: "cancelled",
      cancelledAt: now,
      graceEndsAt,
      ...(hasLeft && { withdrawnAt: now }),
    },
  });
  for (const applied of cancelled) {
    if (!hasLeft) {
      await scheduleTask(context, tx, endGraceTask, { appliedOfferId: applied.id }, graceEndsAt);
    }
    await recordActivity(context, tx, {
      kind: "offer.cancelled",
      message: hasLeft
        ? "The discount was taken off the contract. The offer ends with it."
        : `The offer ends. Its effect stays for ${GRACE_HOURS} hours.`,
      customerId: subscription.customerId,
      subscriptionId: subscription.id,
      details: { applied_offer_id: String(applied.id) },
    });
  }
}

/** Tells the storefront and whoever listens that an offer was cancelled while its contract goes on. */
export async function tellOfCancellation(
  context: Pick<ShopContext, "shop" | "clock" | "actor">,
  tx: Queries,
  { id, customerId }: Pick<Subscription, "id" | "customerId">,
  appliedOfferId: bigint,
): Promise<void> {
  if (customerId !== null) {
    await addJob(tx, publishCustomerJob, { shopId: context.shop.id, customerId });
  }
  await recordEvent(context, tx, "retention_offer.cancelled", {
    applied_offer_id: String(appliedOfferId),
    subscription_id: String(id),
  });
}
