import { z } from "zod";
import { idText } from "#app/lib/queue.ts";
import { defineTask } from "../schedule/schedule-task.ts";

/** Lets the points of a reward count, once the order that gave them can no longer be sent back. */
export const settlePointsTask = defineTask({
  kind: "settle-loyalty-points",
  payload: z.object({ rewardId: idText }),
  key: ({ rewardId }) => String(rewardId),
});
