import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";
import { defineTask } from "../../schedule/schedule-task.ts";

/** Makes a file that a merchant has asked for. */
export const makeExportFileJob = defineJob({
  name: "make-export-file",
  payload: z.object({ shopId: idText, fileId: idText }),
  dedupeKey: ({ fileId }) => String(fileId),
});

/** Removes a file whose week is over. */
export const removeExportFileTask = defineTask({
  kind: "remove-export-file",
  payload: z.object({ fileId: idText }),
  key: ({ fileId }) => String(fileId),
});
