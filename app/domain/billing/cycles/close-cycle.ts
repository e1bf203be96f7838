import type { BillingCycle } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { updateRowLast } from "#app/lib/update-rows.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { changeBilling } from "../charging/change-billing.ts";

/**
 * Ends a cycle without a payment. One that is paid, or whose charge is still running, stays as it is.
 *
 * @param why a sentence for the timeline.
 * @returns whether it was ended.
 */
export async function closeCycle(
  context: ShopContext,
  key: { shopId: bigint; id: bigint },
  cycleIndex: number,
  state: "skipped" | "given_up",
  why: string,
): Promise<boolean> {
  return changeBilling(context, key, async (tx, billing) => {
    if (!billing?.open || billing.running || billing.open.cycleIndex !== cycleIndex) return false;
    // Dunning's own pause has no end.
    const { status, pausedUntil } = billing.subscription;
    const sparedByPause = state === "given_up" && status === "paused" && pausedUntil !== null;
    await writeClosed(context, tx, { ...billing.open, sparedByPause }, state);
    await recordActivity(context, tx, {
      kind: "billing.passed_over",
      message: `The charge of ${formatDate(billing.open.dueAt, context.shop.ianaTimezone)} is not made: ${why}`,
      customerId: billing.subscription.customerId,
      subscriptionId: key.id,
      details: { cycle_index: cycleIndex },
    });
    return true;
  });
}

/** Writes down that a cycle has ended, in the transaction that has locked it. What it holds of credit is settled next. */
export async function writeClosed(
  { clock, shop }: Pick<ShopContext, "clock" | "shop">,
  tx: Queries,
  { shopId, subscriptionId, cycleIndex, nextDueAt, creditHoldId, sparedByPause }: BillingCycle,
  state: "paid" | "skipped" | "given_up",
  movedTo: Date = nextDueAt,
): Promise<void> {
  const now = clock.now();
  await updateRowLast(tx, "BillingCycle", {
    ...{ shopId, subscriptionId, cycleIndex, state, sparedByPause },
    ...{ step: null, stepAt: null, addressDigest: null },
    ...{ nextDueAt: movedTo, closedAt: now, updatedAt: now },
  });
  if (creditHoldId) await scheduleTask({ shop }, tx, billSubscriptionTask, { subscriptionId }, now);
}
