import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { endGraceTask } from "../churn-jobs.ts";

/** How long an offer's effect stays after it was cancelled (contract, sections 3.2 and 8). */
const GRACE_HOURS = 24;

/** When the effect of an offer that is cancelled at `at` is withdrawn. */
export function graceEndOf(at: Date): Date {
  return new Date(at.getTime() + GRACE_HOURS * 3_600_000);
}

/**
 * Cancels the subscription's active offer, in the transaction of what ends it: the subscription's
 * cancellation, or a revocation by the merchant. Its effect is withdrawn by a task when the grace is
 * over. An activation that has not been answered yet is left to its own end, which sees the cancelled
 * subscription. Safe to repeat.
 */
export async function cancelAppliedOffers(
  context: Pick<ShopContext, "shop" | "clock" | "actor">,
  tx: Queries,
  subscription: Pick<Subscription, "id" | "customerId">,
): Promise<void> {
  const now = context.clock.now();
  const graceEndsAt = graceEndOf(now);
  const cancelled = await tx.appliedOffer.updateManyAndReturn({
    where: { shopId: context.shop.id, subscriptionId: subscription.id, state: "active" },
    data: { state: "cancelled", cancelledAt: now, graceEndsAt },
  });
  for (const applied of cancelled) {
    await scheduleTask(context, tx, endGraceTask, { appliedOfferId: applied.id }, graceEndsAt);
    await recordActivity(context, tx, {
      kind: "offer.cancelled",
      message: `The offer ends. Its effect stays for ${GRACE_HOURS} hours.`,
      customerId: subscription.customerId,
      subscriptionId: subscription.id,
      details: { applied_offer_id: String(applied.id) },
    });
  }
}
