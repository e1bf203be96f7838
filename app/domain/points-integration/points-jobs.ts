import { z } from "zod";
import { defineJob, idText } from "#app/lib/queue.ts";

/** Reads the points of all members from the platform. */
export const readPointsJob = defineJob({
  name: "read-points",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "points",
  isSerial: true,
});
