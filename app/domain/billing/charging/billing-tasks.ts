import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";
import { defineTask } from "../../schedule/schedule-task.ts";

/** Does what is due for a subscription's charges: the charge itself, a retry, the end of dunning. */
export const billSubscriptionTask = defineTask({
  kind: "bill-subscription",
  payload: z.object({ subscriptionId: idText }),
  key: ({ subscriptionId }, dueAt) => `${subscriptionId}:${dueAt.getTime()}`,
});

/**
 * Asks the platform how an attempt has ended, for when nobody has told. The time is part of the key, because a question
 * that is being asked plans the next one.
 */
export const pollAttemptTask = defineTask({
  kind: "poll-billing-attempt",
  payload: z.object({ attemptId: idText }),
  key: ({ attemptId }, dueAt) => `${attemptId}:${dueAt.getTime()}`,
});

/** Looks whether somebody else has charged what a subscription owes, where nobody has told of it. */
export const lookForPaymentTask = defineTask({
  kind: "look-for-payment",
  payload: z.object({ subscriptionId: idText }),
  key: ({ subscriptionId }) => String(subscriptionId),
});

/** The platform has told that an attempt has ended, or that the customer has to confirm it. */
export const readAttemptJob = defineJob({
  name: "read-billing-attempt",
  payload: z.object({
    shopId: idText,
    platformAttemptId: z.number().int(),
    contractId: z.number().int().optional(),
  }),
  dedupeKey: ({ platformAttemptId }) => String(platformAttemptId),
  together: "follow-platform",
});
