import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/** Reads the points of all members from the platform. */
export const readPointsJob = defineJob({
  name: "read-points",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "points",
  isSerial: true,
});
