import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { dayText, instantText } from "#app/lib/instants.ts";
import { defineTask } from "../schedule/schedule-task.ts";

/** What has changed: a rule, by its id, or the tiers. */
const recountCause = z.templateLiteral(["rule:", z.string().regex(/^\d+$/)]).or(z.literal("tiers"));
export type RecountCause = z.infer<typeof recountCause>;

/** Counts the store's customers again, after a change of the program: those with ids above `afterId`, some at a time. */
export const recountLoyaltyTask = defineTask({
  kind: "recount-loyalty",
  payload: z.object({ cause: recountCause, version: z.number().int(), afterId: idText }),
  key: ({ cause, version, afterId }) => `${cause}.${version}>${afterId}`,
});

/** Lets the points of a reward count, once the order that gave them can no longer be sent back. */
export const settlePointsTask = defineTask({
  kind: "settle-loyalty-points",
  payload: z.object({ rewardId: idText }),
  // A later order may complete the reward, and its points then wait longer.
  key: ({ rewardId }, dueAt) => `${rewardId}@${dueAt.toISOString()}`,
});

/** Reviews the tier of a customer; `at` is an ISO 8601 instant. */
export const reviewTierTask = defineTask({
  kind: "review-loyalty-tier",
  payload: z.object({ customerId: idText, at: z.string() }),
  key: ({ customerId, at }) => `${customerId}:${Date.parse(at)}`,
});

/**
 * Writes down whose birthday or anniversary a day is, one part after another, those of customers with ids above `afterId`.
 * `since`: when a rule that is new or has changed began to count; null on any other day.
 */
export const loyaltyDayTask = defineTask({
  kind: "loyalty-day",
  payload: z.object({
    day: dayText(),
    part: z.enum(["birthday", "account", "membership"]),
    afterId: idText,
    since: instantText().nullable(),
  }),
  key: ({ day, part, afterId, since }) => `${day}/${part}>${afterId}${since ? `+${since}` : ""}`,
});

/** Asks which products the collections have that rules name, and counts whose orders had what is new in them. */
export const readCollectionsTask = defineTask({
  kind: "read-loyalty-collections",
  payload: z.object({}),
  key: () => "all",
});

/** Gives what a confirmed file of points and tiers says. */
export const applyLoyaltyFileTask = defineTask({
  kind: "apply-loyalty-file",
  payload: z.object({ fileId: idText }),
  key: ({ fileId }) => String(fileId),
});

/** Counts a referral, once the friend's order can no longer be sent back. */
export const countReferralTask = defineTask({
  kind: "count-referral",
  payload: z.object({ referralId: idText }),
  key: ({ referralId }, dueAt) => `${referralId}@${dueAt.toISOString()}`,
});
