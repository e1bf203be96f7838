import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/** Reads one order from the platform into our rows. */
export const refreshOrderJob = defineJob({
  name: "refresh-order",
  payload: z.object({ shopId: idText, orderId: z.number().int() }),
  dedupeKey: ({ orderId }) => String(orderId),
});
