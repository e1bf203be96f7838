import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineTask } from "../schedule/schedule-task.ts";

/** Goes on with a bulk action, a batch at a time: the batch is part of the key, because one that runs plans the next. */
export const runBulkActionTask = defineTask({
  kind: "run-bulk-action",
  payload: z.object({ bulkActionId: idText, batch: z.number().int() }),
  key: ({ bulkActionId, batch }) => `${bulkActionId}:${batch}`,
});
