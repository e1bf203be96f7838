import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import type { JobRequest } from "#app/lib/job-request.ts";
import { defineJob, requestJob } from "#app/lib/queue.ts";

// Defined here and not where they are run: whoever asks for all of a store's past knows nothing of each subject.

/** Imports the orders from before the installation. */
export const importOrdersJob = defineJob({
  name: "import-orders",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "import",
  isSerial: true,
});

/** Imports the billing attempts from before the installation. */
export const importChargesJob = defineJob({
  name: "import-charges",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "import",
  isSerial: true,
});

/** The next step of every import of a store's past. */
export function requestPastImports(shopId: bigint): JobRequest[] {
  return [importOrdersJob, importChargesJob].map((job) => requestJob(job, { shopId }));
}
