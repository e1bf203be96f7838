import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";
import { defineTask } from "../schedule/schedule-task.ts";

/** Gives a customer (internal id) the tags of their memberships, and takes those that no membership gives any more. */
export const syncTagsJob = defineJob({
  name: "sync-customer-tags",
  payload: z.object({ shopId: idText, customerId: idText }),
  dedupeKey: ({ customerId }) => String(customerId),
  isSerial: true,
});

/** Looks for customers whose tags are not those of their memberships. */
export const findTagDriftJob = defineJob({
  name: "find-tag-drift",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "store",
});

/** Takes what a membership gives once what was paid for it has ended. */
export const endRightsTask = defineTask({
  kind: "end-rights",
  payload: z.object({ subscriptionId: idText }),
  key: ({ subscriptionId }, dueAt) => `${subscriptionId}:${dueAt.getTime()}`,
});
