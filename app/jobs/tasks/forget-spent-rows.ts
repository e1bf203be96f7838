import { forgetOldIdempotencyKeys } from "#app/domain/idempotency/forget-old-keys.ts";
import { forgetOldWindows } from "#app/domain/rate-limits/forget-old-windows.ts";
import type { Job } from "../define-job.ts";

/** Once an hour: removes rows whose time of service is over. */
export const forgetSpentRowsJob: Job = {
  name: "forget-spent-rows",
  run: async (app) => {
    await forgetOldIdempotencyKeys(app);
    await forgetOldWindows(app);
  },
};
