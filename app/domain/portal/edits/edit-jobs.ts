import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/** Finds out what became of a change that its owner has begun, where nobody was told. */
export const settleOwnEditJob = defineJob({
  name: "settle-own-edit",
  payload: z.object({ shopId: idText, subscriptionId: idText, key: z.string() }),
  dedupeKey: ({ subscriptionId, key }) => `${subscriptionId}/${key}`,
});
