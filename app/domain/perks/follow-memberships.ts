import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext, SubscriptionChange, SubscriptionFollower } from "../context.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import { rightsOf } from "../subscriptions/rights/rights.ts";
import { endRightsTask, syncTagsJob } from "./perk-jobs.ts";

/** What of a membership decides which tags its owner has, beside the time for which it gives them. */
const FACTS = ["kind", "status", "planId", "customerId"] as const;

/**
 * Has a customer's tags looked at when one of their memberships begins, pauses, resumes or ends, and plans the end of what
 * it gives where that is known.
 */
export const perkFollower: SubscriptionFollower = {
  onRecorded: async (context, tx, changes) => {
    for (const change of changes) await followMembership(context, tx, change);
  },
};

async function followMembership(
  context: ShopContext,
  tx: Queries,
  { before, after, isNews }: SubscriptionChange,
): Promise<void> {
  if (before?.kind !== "membership" && after.kind !== "membership") return;
  const end = endOf(after);
  const isSameEnd = before !== null && endOf(before)?.getTime() === end?.getTime();
  if (!isSameEnd) await planEnd(context, tx, after, end);
  // An import looks for all whose tags are not theirs, once it has ended.
  if (!before && !isNews) return;
  if (before && isSameEnd && FACTS.every((name) => before[name] === after[name])) return;
  const { shopId } = after;
  for (const customerId of new Set([before?.customerId, after.customerId])) {
    if (customerId) await addJob(tx, syncTagsJob, { shopId, customerId });
  }
}

/** When the last of what a membership gives ends, null where no end is known. */
function endOf(row: Subscription): Date | null {
  return rightsOf(row).at(-1)?.until ?? null;
}

async function planEnd(
  context: ShopContext,
  tx: Queries,
  { id, kind }: Subscription,
  end: Date | null,
): Promise<void> {
  if (kind !== "membership" || !end || end <= context.clock.now()) return;
  await scheduleTask(context, tx, endRightsTask, { subscriptionId: id }, end);
}
