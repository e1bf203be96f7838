import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/** Looks on the platform what became of changes of plan groups whose end is not known. */
export const settlePlanGroupsJob = defineJob({
  name: "settle-plan-groups",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "groups",
});
