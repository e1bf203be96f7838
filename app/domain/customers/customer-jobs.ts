import { z } from "zod";
import { defineJob, idText } from "#app/lib/queue.ts";

/** Reads one customer from the platform into our row. */
export const refreshCustomerJob = defineJob({
  name: "refresh-customer",
  payload: z.object({ shopId: idText, customerId: z.number().int() }),
  dedupeKey: ({ customerId }) => String(customerId),
});
