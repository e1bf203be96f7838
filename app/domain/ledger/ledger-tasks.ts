import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineTask } from "../schedule/schedule-task.ts";

/** Expires the credit whose time is over. Planned by the ledger's functions in the database. */
export const expireCreditTask = defineTask({
  kind: "expire-credit",
  payload: z.object({}),
  key: (_payload, dueAt) => dueAt.toISOString(),
});

/**
 * Forfeits what a plan gave a customer whose contract has ended. Each look is a task by itself: one that is
 * running cannot plan itself again.
 */
export const forfeitCreditTask = defineTask({
  kind: "forfeit-credit",
  payload: z.object({ subscriptionId: idText }),
  key: ({ subscriptionId }, dueAt) => `${subscriptionId}@${dueAt.toISOString()}`,
});
