import { z } from "zod";
import { defineTask } from "../schedule/schedule-task.ts";

/** Expires the credit whose time is over. Planned by the ledger's functions in the database. */
export const expireCreditTask = defineTask({
  kind: "expire-credit",
  payload: z.object({}),
  key: (_payload, dueAt) => dueAt.toISOString(),
});
