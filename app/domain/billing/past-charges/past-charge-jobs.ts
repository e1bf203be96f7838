import { z } from "zod";
import { defineJob, idText } from "#app/lib/queue.ts";

/** Imports the billing attempts from before the installation. */
export const importChargesJob = defineJob({
  name: "import-charges",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "import",
  isSerial: true,
});
