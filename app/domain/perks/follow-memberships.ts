import { addJob } from "#app/lib/queue.ts";
import type { SubscriptionFollower } from "../context.ts";
import { syncTagsJob } from "./perk-jobs.ts";

/** What of a membership decides which tags its owner has. */
const FACTS = ["kind", "status", "planId", "customerId"] as const;

/** Has a customer's tags looked at when one of their memberships begins, pauses, resumes or ends. */
export const perkFollower: SubscriptionFollower = {
  onRecorded: async (_context, tx, { before, after, isNews }) => {
    // An import looks for all whose tags are not theirs, once it has ended.
    if (!before && !isNews) return;
    if (before && FACTS.every((name) => before[name] === after[name])) return;
    if (before?.kind !== "membership" && after.kind !== "membership") return;
    const { shopId } = after;
    for (const customerId of new Set([before?.customerId, after.customerId])) {
      if (customerId) await addJob(tx, syncTagsJob, { shopId, customerId });
    }
  },
};
