import { pruneEvents } from "#app/domain/events/prune-events.ts";
import { forgetOldIdempotencyKeys } from "#app/domain/idempotency/purge-expired-keys.ts";
import { purgeExpiredWindows } from "#app/domain/rate-limits/purge-expired-windows.ts";
import type { Job } from "../define-job.ts";
import { SUBSCRIBERS } from "../subscribers.ts";

/** Once an hour: removes rows whose time of service is over. */
export const purgeExpiredRowsJob: Job = {
  name: "purge-expired-rows",
  run: async (app) => {
    await forgetOldIdempotencyKeys(app);
    await purgeExpiredWindows(app);
    await pruneEvents(app, SUBSCRIBERS);
  },
};
