import { z } from "zod";
import { idText } from "#app/lib/queue.ts";
import { defineTask } from "../schedule/schedule-task.ts";

/** Counts the store's customers again, after a rule has changed: those with ids above `afterId`, some at a time. */
export const recountLoyaltyTask = defineTask({
  kind: "recount-loyalty",
  payload: z.object({ ruleId: idText, version: z.number().int(), afterId: idText }),
  key: ({ ruleId, version, afterId }) => `${ruleId}.${version}>${afterId}`,
});

/** Lets the points of a reward count, once the order that gave them can no longer be sent back. */
export const settlePointsTask = defineTask({
  kind: "settle-loyalty-points",
  payload: z.object({ rewardId: idText }),
  key: ({ rewardId }) => String(rewardId),
});
