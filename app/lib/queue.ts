import type { Pool } from "pg";
import { z } from "zod";
import { type LastWrite, writeLast } from "./before-commit.ts";
import type { Queries } from "./db.ts";
import { gather, lookAt } from "./gathered-jobs.ts";
import type { JobRequest } from "./job-request.ts";

type ShopPayload = z.ZodType<{ shopId: bigint }>;

/**
 * A durable job of one store: the one place that says its name, its payload, and which of its jobs are the
 * same. The area that asks for the work defines it; `app/jobs/` binds its action.
 */
export interface JobDefinition<S extends ShopPayload = ShopPayload> {
  /** Kept in the database while jobs wait: a new name leaves jobs of the old one lying. */
  readonly name: string;
  readonly payload: S;
  /**
   * What the job is about, within its name and store. Jobs about the same thing that have not started
   * yet become one, with the newer payload.
   */
  dedupeKey(payload: z.output<S>): string;
  /** A store that has been uninstalled gets its work done all the same. */
  readonly whenUninstalled?: true;
  /** Jobs about the same thing do not run at the same time; while the database cannot be reached, two may. */
  readonly isSerial?: true;
  /**
   * Comes after all others that are due, because there may be one for each of a store's customers and nobody sees when
   * exactly it is done: thousands of them hold up no charge and no webhook.
   */
  readonly isPatient?: true;
  /**
   * The name of the job that does many of these at once. They wait as rows beside the queue (`gathered-jobs.ts`), and one job of the
   * store takes them, some at a time: so they are never done at the same time.
   */
  readonly together?: string;
}

/** Defines a job; payload types follow from its schema. */
export function defineJob<S extends ShopPayload>(job: JobDefinition<S>): JobDefinition<S> {
  return job;
}

function keyOf<S extends ShopPayload>(job: JobDefinition<S>, payload: z.output<S>): string {
  return `${job.name}/${payload.shopId}/${job.dedupeKey(payload)}`;
}

/** The lower comes first. */
export const priorityOf = ({ isPatient }: Pick<JobDefinition, "isPatient">): number =>
  isPatient ? 10 : 0;

/**
 * Describes a job for {@link addJobs}.
 *
 * @param runAt machine time before which the job does not run.
 */
export function requestJob<S extends ShopPayload>(
  job: JobDefinition<S>,
  payload: z.output<S>,
  runAt: Date | null = null,
): JobRequest {
  const key = keyOf(job, payload);
  return {
    name: job.name,
    payload: JSON.stringify(z.encode(job.payload, payload)),
    key,
    priority: priorityOf(job),
    isSerial: job.isSerial === true,
    runAt,
    together: job.together ? { name: job.together, shopId: payload.shopId } : null,
  };
}

/** The flag of a job that was added for another attempt: the queue counts only the attempts that it makes itself. */
const RETRY = "retry";

/**
 * Adds jobs in the caller's transaction: they exist exactly if the change they follow was committed. Of those with one
 * key the last is added. A job that is there already stays locked until the commit, and any two transactions may add the
 * same ones; so all are added as the last thing of a transaction, where neither waits for anything else.
 */
export async function addJobs(tx: Queries, requests: readonly JobRequest[]): Promise<void> {
  await writeLast(tx, JOBS, requests);
}

const JOBS: LastWrite<Queries, JobRequest> = { turn: 9, write: writeJobs };

async function writeJobs(tx: Queries, requests: readonly JobRequest[]): Promise<void> {
  const byKey = new Map(requests.map((request) => [request.key, request]));
  // In the order of their keys, so that two that add the same jobs cannot deadlock.
  const inOrder = [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  const isGathered = ({ together, runAt }: JobRequest) => together !== null && runAt === null;
  const gathered = inOrder.filter(isGathered);
  await gather(tx, gathered);
  const looks = gathered.flatMap(({ together, priority }) =>
    together ? [lookAt(together, { priority })] : [],
  );
  const sorted = [
    ...new Map(looks.map((look) => [look.key, look])).values(),
    ...inOrder.filter((request) => !isGathered(request)),
  ].sort((one, other) => (one.key < other.key ? -1 : 1));
  if (sorted.length === 0) return;
  await tx.$executeRaw`
    SELECT graphile_worker.add_jobs(array(
      SELECT (r.name, r.payload, NULL, r.run_at, 25, r.key, r.priority, nullif(array_remove(
          ARRAY[CASE WHEN r.is_retry THEN ${RETRY}::text END, CASE WHEN r.is_serial THEN r.key END], NULL), '{}'))::graphile_worker.job_spec
      FROM unnest(${sorted.map(({ name }) => name)}::text[], ${sorted.map(({ payload }) => payload)}::json[],
        ${sorted.map(({ runAt }) => runAt)}::timestamptz[], ${sorted.map(({ priority }) => priority)}::int[],
        ${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ isRetry }) => isRetry ?? false)}::boolean[],
        ${sorted.map(({ isSerial }) => isSerial ?? false)}::boolean[])
        WITH ORDINALITY AS r (name, payload, run_at, priority, key, is_retry, is_serial, place)
      ORDER BY r.place))`;
}

/** Adds a job as {@link addJobs} does. */
export async function addJob<S extends ShopPayload>(
  tx: Queries,
  job: JobDefinition<S>,
  payload: z.output<S>,
  runAt: Date | null = null,
): Promise<void> {
  await addJobs(tx, [requestJob(job, payload, runAt)]);
}

/**
 * Adds a job for the next attempt at what did not succeed, where the job itself says when that is: the waits of {@link addJobs}
 * are shorter than what some servers ask for.
 *
 * @param reason why the last attempt did not succeed.
 */
export async function addRetry<S extends ShopPayload>(
  tx: Queries,
  job: JobDefinition<S>,
  payload: z.output<S>,
  { runAt, reason }: { runAt: Date; reason: string },
): Promise<void> {
  const request = requestJob(job, payload, runAt);
  // The queue keeps no error for a job that is another one than the one that failed. Who reads the payload reads over this.
  const withReason = JSON.stringify({ ...JSON.parse(request.payload), [RETRY]: reason });
  await addJobs(tx, [{ ...request, payload: withReason, isRetry: true }]);
}

/**
 * Number of the store's jobs that run, or could within a second. Jobs that wait for a later time or for another attempt
 * do not count; one that lets another of its key go first does. One that runs has lost its key when another was added meanwhile.
 */
export async function countRunnableJobs(queries: Queries, shopId: bigint): Promise<number> {
  const rows = await queries.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM graphile_worker._private_jobs
    WHERE CASE
      WHEN locked_at IS NOT NULL THEN payload ->> 'shopId' = ${String(shopId)}
      ELSE split_part(key, '/', 2) = ${String(shopId)} AND run_at <= now() + interval '1 second'
        AND attempts < max_attempts
      END`;
  return Number(rows[0]?.count ?? 0n);
}

/** A job that waits for its next attempt. */
export interface WaitingRetry {
  /** The same for as long as it waits, also where each attempt is another job. */
  place: string;
  name: string;
  /** Of its last attempt. */
  error: string | null;
}

/** The store's jobs that did not succeed and wait for their next attempt. */
export async function readWaitingRetries(
  queries: Queries,
  shopId: bigint,
): Promise<WaitingRetry[]> {
  return await queries.$queryRaw<WaitingRetry[]>`
    SELECT CASE WHEN flags ? ${RETRY} THEN key ELSE j.id::text END AS place, identifier AS name,
      split_part(coalesce(last_error, payload ->> ${RETRY}), E'\n', 1) AS error
    FROM graphile_worker._private_jobs AS j JOIN graphile_worker._private_tasks AS t ON t.id = task_id
    WHERE split_part(key, '/', 2) = ${String(shopId)} AND run_at > now() AND locked_at IS NULL
      AND attempts < max_attempts AND (attempts > 0 OR flags ? ${RETRY})
    UNION ALL
    SELECT key, name, split_part(last_error, E'\n', 1) FROM gathered_jobs
    WHERE shop_id = ${shopId} AND attempts > 0 AND due_at > now() AND due_at < 'infinity'`;
}

/** Lets jobs that wait for their next attempt make it now. @param places see {@link WaitingRetry}. */
export async function hastenRetries(
  queries: Queries,
  shopId: bigint,
  places: readonly string[],
): Promise<void> {
  await queries.$executeRaw`
    SELECT graphile_worker.reschedule_jobs(array(
      SELECT id FROM graphile_worker.jobs
      WHERE split_part(key, '/', 2) = ${String(shopId)} AND locked_at IS NULL
        AND CASE WHEN flags ? ${RETRY} THEN key ELSE id::text END = ANY (${[...places]}::text[])
    ), run_at => now())`;
  const works = await queries.$queryRaw<{ name: string }[]>`
    UPDATE gathered_jobs SET due_at = now()
    WHERE shop_id = ${shopId} AND key = ANY (${[...places]}::text[]) RETURNING work AS name`;
  const names = new Set(works.map(({ name }) => name));
  await addJobs(
    queries,
    [...names].map((name) => lookAt({ shopId, name })),
  );
  // Rescheduling alone wakes no worker.
  await queries.$executeRaw`SELECT pg_notify('jobs:insert', json_build_object('count', ${places.length}::int)::text)`;
}

/** Jobs of all stores that could run and are not running: how many, and how long the oldest has waited. */
export async function readQueueLag(
  pool: Pool,
): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await pool.query<{ waiting: number; oldest: number }>(
    `SELECT count(*)::int AS waiting,
       coalesce(extract(epoch FROM now() - min(run_at)), 0)::int AS oldest
     FROM graphile_worker.jobs
     WHERE run_at <= now() AND locked_at IS NULL AND attempts < max_attempts`,
  );
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 };
}

/**
 * Why a job that is being tried again failed last; null when it has not failed, or is done.
 */
export async function readJobFailure<S extends ShopPayload>(
  queries: Queries,
  job: JobDefinition<S>,
  payload: z.output<S>,
): Promise<{ error: string; since: Date } | null> {
  const key = keyOf(job, payload);
  const [row] = await queries.$queryRaw<{ last_error: string; created_at: Date }[]>`
    SELECT last_error, created_at FROM graphile_worker.jobs WHERE key = ${key} AND last_error IS NOT NULL`;
  if (!row) return null;
  // The queue keeps the stack below the message.
  return { error: row.last_error.split("\n")[0] ?? "", since: row.created_at };
}

/** Of some jobs of one name those that have failed at every attempt. They stay in the queue and do not run again. */
export async function findGivenUpJobs<S extends ShopPayload>(
  queries: Queries,
  job: JobDefinition<S>,
  payloads: readonly z.output<S>[],
): Promise<z.output<S>[]> {
  if (payloads.length === 0) return [];
  const keys = payloads.map((payload) => keyOf(job, payload));
  const rows = await queries.$queryRaw<{ key: string }[]>`
    SELECT key FROM graphile_worker.jobs
    WHERE key = ANY (${keys}::text[]) AND attempts >= max_attempts AND locked_at IS NULL`;
  const givenUp = new Set(rows.map(({ key }) => key));
  return payloads.filter((payload) => givenUp.has(keyOf(job, payload)));
}

/**
 * Removes jobs that have waited for a day under names which this version does not know: those of a version
 * before, which no worker will ever take. A day, because workers of the next version may be up already.
 */
export async function removeUnknownJobs(
  queries: Queries,
  knownNames: readonly string[],
): Promise<void> {
  await queries.$executeRaw`
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND t.identifier <> ALL (${knownNames}) AND j.locked_at IS NULL
      AND j.created_at < now() - interval '1 day' AND j.run_at < now() - interval '1 day'`;
}
