import type { Queries } from "./db.ts";

/**
 * The durable jobs and their payloads. `app/jobs/` has one file per job that checks the payload and
 * calls one action. Ids travel as decimal texts, because a bigint is no JSON.
 */
export interface JobPayloads {
  /** First import of a store's plans, customers and contracts; resumes where it stopped. */
  "import-shop": { shopId: string };
  /** Reads one contract from the platform into our row, and does what its new state asks. */
  "refresh-contract": { shopId: string; contractId: number };
  "refresh-customer": { shopId: string; customerId: number };
  /** Writes what the storefront renders for one customer (internal id). */
  "publish-customer": { shopId: string; customerId: string };
  /** Writes the cancel flow's reasons and contact address for the storefront. */
  "publish-cancel-flow": { shopId: string };
  /** Finishes an activation whose request got no answer from the platform. */
  "settle-activation": { shopId: string; appliedOfferId: string };
  /** Runs the store's tasks that have fallen due. */
  "run-due-tasks": { shopId: string };
  "erase-customer": { shopId: string; requestId: string };
  "collect-customer-data": { shopId: string; requestId: string };
  "erase-shop": { shopId: string; requestId: string };
}

export type JobName = keyof JobPayloads;

export interface JobOptions {
  /** Machine time before which the job does not run. */
  runAt?: Date;
  /** Jobs with the same key that have not started yet become one; the newer replaces the older. */
  key?: string;
}

/**
 * Adds a job in the caller's transaction: it exists exactly if the change it follows was committed.
 */
export async function addJob<N extends JobName>(
  tx: Queries,
  name: N,
  payload: JobPayloads[N],
  options: JobOptions = {},
): Promise<void> {
  // A queue per store and kind of work would serialise too much; the key alone keeps repeats apart.
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(
      ${name}, payload := ${JSON.stringify(payload)}::json,
      run_at := ${options.runAt ?? null}::timestamptz, max_attempts := 25,
      job_key := ${options.key ?? null}, job_key_mode := 'replace')`;
}
