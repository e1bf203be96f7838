import { z } from "zod";
import { defineJob, idText } from "#app/lib/queue.ts";

/** Brings the summaries of a store's ledger up to its newest entry. */
export const rollUpCreditJob = defineJob({
  name: "roll-up-credit",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "sweep",
});
