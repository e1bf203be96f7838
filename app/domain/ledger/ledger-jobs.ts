import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/** Brings the summaries of a store's ledger up to its newest entry. */
export const rollUpCreditJob = defineJob({
  name: "roll-up-credit",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "sweep",
});
