import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/** Finds out what became of a contract that was to be started again, where nobody was told. */
export const settleReactivationJob = defineJob({
  name: "settle-reactivation",
  payload: z.object({ shopId: idText, key: z.string() }),
  dedupeKey: ({ key }) => key,
});
