import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { isSameInterval } from "#app/lib/zoned-time.ts";
import type { SubscriptionFollower } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { intervalOf } from "../../subscriptions/charges/kept-day.ts";
import { followsLast } from "../cycles/due-date.ts";
import { findLastCycle } from "../cycles/find-last-cycle.ts";
import { recountNext } from "../cycles/recount-next.ts";
import { billSubscriptionTask } from "./billing-tasks.ts";

/** What of a subscription decides when it is charged. */
const FACTS = ["status", "nextBillingAt", "paymentMethod", "paymentMethodChangedAt"] as const;

/** Plans the charge of a subscription whose date has changed, and has an unpaid one looked at again when its owner has acted. */
export const billingFollower: SubscriptionFollower = {
  onRecorded: async (context, tx, { before, after }) => {
    if (before && !isSameInterval(intervalOf(before), intervalOf(after))) {
      // While a charge is owed, the contract's own date is that charge's: the one after it is counted here alone.
      const last = await findLastCycle(tx, after);
      if (last && followsLast(after, last)) await recountNext(context, tx, after, last);
      // The end of the cycle that was charged early has moved, and perhaps beyond the date.
      const now = context.clock.now();
      if (after.chargeableFrom && after.chargeableFrom > now) {
        await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId: after.id }, now);
      }
    }
    if (before && FACTS.every((name) => before[name]?.valueOf() === after[name]?.valueOf())) {
      const isNewer = before.platformUpdatedAt < after.platformUpdatedAt;
      if (isNewer && (await hasOpenCycle(tx, after, WAITS_FOR_ADDRESS))) {
        const payload = { subscriptionId: after.id };
        await scheduleTask(context, tx, billSubscriptionTask, payload, context.clock.now());
      }
      return;
    }
    const dates = new Set<Date>();
    if (after.status === "active" && after.nextBillingAt) dates.add(after.nextBillingAt);
    if (before && (await hasOpenCycle(tx, after))) dates.add(context.clock.now());
    // Its price may change right after the checkout.
    if (!before && after.priceSteps.length > 0) dates.add(context.clock.now());
    for (const dueAt of dates) {
      const payload = { subscriptionId: after.id };
      await scheduleTask(context, tx, billSubscriptionTask, payload, dueAt);
    }
  },
};

/** The row does not have it: it is read where it is waited for. */
const WAITS_FOR_ADDRESS = { step: "correct_address" } as const;

async function hasOpenCycle(
  tx: Queries,
  { shopId, id }: Subscription,
  waiting: Partial<typeof WAITS_FOR_ADDRESS> = {},
): Promise<boolean> {
  const open = await tx.billingCycle.count({
    where: { shopId, subscriptionId: id, closedAt: null, ...waiting },
  });
  return open > 0;
}
