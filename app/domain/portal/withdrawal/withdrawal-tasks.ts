import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineTask } from "../../schedule/schedule-task.ts";

/** Cancels on the platform what its owner has withdrawn from, where that could not be done at once. */
export const finishWithdrawalTask = defineTask({
  kind: "finish-withdrawal",
  payload: z.object({ subscriptionId: idText }),
  key: ({ subscriptionId }) => String(subscriptionId),
});
