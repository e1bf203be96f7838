import type { Queries } from "./db.ts";

/**
 * The durable jobs and their payloads. `app/jobs/` has one file per job that checks the payload and
 * calls one action. Ids travel as decimal texts, because a bigint is no JSON.
 */
export interface JobPayloads {
  /** First import of a store's plans, customers and contracts. Safe to repeat. */
  "import-shop": { shopId: string };
  /** Reads one contract from the platform into our row, and does what its new state asks. */
  "refresh-contract": { shopId: string; contractId: number };
  "refresh-customer": { shopId: string; customerId: number };
  /** Writes what the storefront renders for one customer (internal id). */
  "publish-customer": { shopId: string; customerId: string };
  /** Writes the cancel flow's reasons and contact address for the storefront. */
  "publish-cancel-flow": { shopId: string };
  /** Reads an order from the platform and settles the store credit that it used, or gave back. */
  "settle-order-credit": { shopId: string; orderId: number };
  /** Writes what the storefront shows of one customer's credit (internal id). */
  "publish-store-credit": { shopId: string; customerId: string };
  /** Starts the subscribers that have events of the store to read. */
  "dispatch-events": { shopId: string };
  /** Lets one subscriber, by its name, read the store's new events. */
  "run-subscriber": { shopId: string; subscriber: string };
  /** Finishes an activation whose request got no answer from the platform. */
  "settle-activation": { shopId: string; appliedOfferId: string };
  /** Runs the store's tasks that have fallen due. */
  "run-due-tasks": { shopId: string };
  /** Once a minute: starts run-due-tasks wherever something is due. */
  "sweep-due-tasks": Record<string, never>;
  /** Once a minute: starts dispatch-events wherever a subscriber has something to read. */
  "sweep-events": Record<string, never>;
  /** Once an hour: removes rows whose time of service is over. */
  "purge-expired-rows": Record<string, never>;
  "erase-customer": { shopId: string; requestId: string };
  "collect-customer-data": { shopId: string; requestId: string };
  "erase-shop": { shopId: string; requestId: string };
}

export type JobName = keyof JobPayloads;

/** Jobs of no store, which the worker starts by the clock. */
type ClockJobName = "sweep-due-tasks" | "sweep-events" | "purge-expired-rows";

export interface JobOptions {
  /** Machine time before which the job does not run. */
  runAt?: Date;
  /**
   * What the job is about, within its name and store. Jobs about the same thing that have not started
   * yet become one, with the newer payload.
   */
  dedupeKey: string;
}

/**
 * Adds a job of one store in the caller's transaction: it exists exactly if the change it follows
 * was committed.
 */
export async function addJob<N extends Exclude<JobName, ClockJobName>>(
  tx: Queries,
  name: N,
  payload: JobPayloads[N],
  options: JobOptions,
): Promise<void> {
  const key = `${jobKeyPrefix(name, payload.shopId)}${options.dedupeKey}`;
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(
      ${name}, payload := ${JSON.stringify(payload)}::json,
      run_at := ${options.runAt ?? null}::timestamptz, max_attempts := 25,
      job_key := ${key}, job_key_mode := 'replace')`;
}

function jobKeyPrefix(name: JobName, shopId: string): string {
  return `${name}/${shopId}/`;
}

/**
 * Number of the store's jobs that could run now or are running. Jobs that wait for a later time or
 * for another attempt do not count.
 */
export async function countRunnableJobs(queries: Queries, shopId: bigint): Promise<number> {
  const rows = await queries.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM graphile_worker.jobs
    WHERE split_part(key, '/', 2) = ${String(shopId)} AND run_at <= now() AND attempts < max_attempts`;
  return Number(rows[0]?.count ?? 0n);
}
