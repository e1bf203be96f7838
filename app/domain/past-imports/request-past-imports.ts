import { type JobRequest, requestJob } from "#app/lib/queue.ts";
import { importChargesJob } from "../billing/past-charges/past-charge-jobs.ts";
import { importOrdersJob } from "../orders/order-jobs.ts";

/** The next step of every import of a store's past. */
export function requestPastImports(shopId: bigint): JobRequest[] {
  return [importOrdersJob, importChargesJob].map((job) => requestJob(job, { shopId }));
}
