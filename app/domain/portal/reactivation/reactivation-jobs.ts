import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";
import { defineTask } from "../../schedule/schedule-task.ts";

/** Finds out what became of a contract that was to be started again, where nobody was told. */
export const settleReactivationJob = defineJob({
  name: "settle-reactivation",
  payload: z.object({ shopId: idText, key: z.string() }),
  dedupeKey: ({ key }) => key,
});

/** Cancels on the platform a contract that came beside the one that was started again. */
export const cancelSecondContractTask = defineTask({
  kind: "cancel-second-contract",
  payload: z.object({ subscriptionId: idText }),
  key: ({ subscriptionId }) => String(subscriptionId),
});
