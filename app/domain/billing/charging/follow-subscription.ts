import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { isSameInterval } from "#app/lib/zoned-time.ts";
import type { ShopContext, SubscriptionFollower } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { intervalOf } from "../../subscriptions/charges/kept-day.ts";
import { followsLast } from "../cycles/due-date.ts";
import { findLastCycles } from "../cycles/find-last-cycle.ts";
import { recountNext } from "../cycles/recount-next.ts";
import { billSubscriptionTask } from "./billing-tasks.ts";

/** What of a subscription decides when it is charged. */
const FACTS = ["status", "nextBillingAt", "paymentMethod", "paymentMethodChangedAt"] as const;

/** Plans the charge of a subscription whose date has changed, and has an unpaid one looked at again when its owner has acted. */
export const billingFollower: SubscriptionFollower = {
  onRecorded: async (context, tx, changes) => {
    const moved = changes.filter(({ before, after }) => !before || isOther(before, after));
    // One that came into being owes nothing.
    const ids = moved.flatMap(({ before, after }) => (before ? [after.id] : []));
    const lasts = await findLastCycles(tx, context.shop.id, ids);
    for (const { before, after } of moved) {
      const last = lasts.get(after.id) ?? null;
      if (before && !isSameInterval(intervalOf(before), intervalOf(after))) {
        await followInterval(context, tx, after, last);
      }
      for (const dueAt of datesToLook(context, before, after, last)) {
        await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId: after.id }, dueAt);
      }
    }
  },
};

/** The row does not have the address: it may be another one wherever the contract is newer. */
function isOther(before: Subscription, after: Subscription): boolean {
  if (before.platformUpdatedAt < after.platformUpdatedAt) return true;
  return !hasSameFacts(before, after) || !isSameInterval(intervalOf(before), intervalOf(after));
}

function hasSameFacts(before: Subscription, after: Subscription): boolean {
  return FACTS.every((name) => before[name]?.valueOf() === after[name]?.valueOf());
}

async function followInterval(
  context: ShopContext,
  tx: Queries,
  after: Subscription,
  last: BillingCycle | null,
): Promise<void> {
  // While a charge is owed, the contract's own date is that charge's: the one after it is counted here alone.
  if (last && followsLast(after, last)) await recountNext(context, tx, after, last);
  // The end of the cycle that was charged early has moved, and perhaps beyond the date.
  const now = context.clock.now();
  if (after.chargeableFrom && after.chargeableFrom > now) {
    await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId: after.id }, now);
  }
}

/** When to look at what is due for a subscription that has changed. */
function datesToLook(
  { clock }: Pick<ShopContext, "clock">,
  before: Subscription | null,
  after: Subscription,
  last: BillingCycle | null,
): Set<Date> {
  const dates = new Set<Date>();
  const open = last?.closedAt === null ? last : null;
  if (before && hasSameFacts(before, after)) {
    const isNewer = before.platformUpdatedAt < after.platformUpdatedAt;
    if (isNewer && open?.step === "correct_address") dates.add(clock.now());
    return dates;
  }
  if (after.status === "active" && after.nextBillingAt) dates.add(after.nextBillingAt);
  if (open) dates.add(clock.now());
  // Its price may change right after the checkout.
  if (!before && after.priceSteps.length > 0) dates.add(clock.now());
  return dates;
}
