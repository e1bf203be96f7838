import type { Queries } from "./db.ts";
import type { JobRequest } from "./job-request.ts";

// Jobs of a store of which one call of the platform can do many wait as rows of their own. One job of the queue does those that are
// due, some at a time, so that a thousand of them cost the queue no more than one.

/** Which of a store's jobs are done by one. */
export interface GatheredWork {
  shopId: bigint;
  /** The name of the job that does them. */
  name: string;
}

/** One that waits. */
export interface GatheredJob {
  name: string;
  key: string;
  /** As its definition reads it. */
  payload: unknown;
  version: number;
  attempts: number;
  /** By the machine's clock. */
  dueAt: Date;
  isDue: boolean;
}

/** So many attempts, as the queue makes; then it waits for whoever looks into it. */
const MOST_ATTEMPTS = 25;

/**
 * The job of the queue that does what has been gathered.
 *
 * @param options.runAt machine time before which it does not look.
 * @param options.priority that of the jobs that it does.
 */
export function lookAt(
  { shopId, name }: GatheredWork,
  { runAt = null, priority = 0 }: Partial<Pick<JobRequest, "runAt" | "priority">> = {},
): JobRequest {
  return {
    ...{ name, payload: JSON.stringify({ shopId: String(shopId) }), key: `${name}/${shopId}/all` },
    ...{ priority, runAt, together: null, isSerial: true },
  };
}

/** Writes jobs down, all different and in the order of their keys. One of which the key waits already takes its place. */
export async function gather(tx: Queries, requests: readonly JobRequest[]): Promise<void> {
  if (requests.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO gathered_jobs AS g (shop_id, work, key, name, payload, due_at)
    SELECT r.shop_id, r.work, r.key, r.name, r.payload, now()
    FROM unnest(${requests.map(({ together }) => together?.shopId)}::bigint[], ${requests.map(({ together }) => together?.name)}::text[],
      ${requests.map(({ key }) => key)}::text[], ${requests.map(({ name }) => name)}::text[],
      ${requests.map(({ payload }) => payload)}::jsonb[]) AS r (shop_id, work, key, name, payload)
    ON CONFLICT (shop_id, work, key) DO UPDATE SET name = excluded.name, payload = excluded.payload,
      version = g.version + 1, due_at = excluded.due_at, attempts = 0, last_error = NULL`;
}

/** The first ones that wait of each name, those that are due before those that wait for their next attempt. */
export async function readGathered(
  queries: Queries,
  { shopId, name }: GatheredWork,
  { names, most }: { names: readonly string[]; most: number },
): Promise<GatheredJob[]> {
  return queries.$queryRaw<GatheredJob[]>`
    SELECT g.name, g.key, g.payload, g.version, g.attempts, g.due_at AS "dueAt", g.due_at <= now() AS "isDue"
    FROM unnest(${[...names]}::text[]) AS n (name) CROSS JOIN LATERAL (
      SELECT * FROM gathered_jobs
      WHERE shop_id = ${shopId} AND work = ${name} AND name = n.name AND due_at < 'infinity'
      ORDER BY due_at LIMIT ${most}) AS g
    ORDER BY g.due_at`;
}

/** Takes away what is done, unless it was asked for once more meanwhile. */
export async function removeGathered(
  queries: Queries,
  { shopId, name }: GatheredWork,
  jobs: readonly GatheredJob[],
): Promise<void> {
  if (jobs.length === 0) return;
  // In the order in which they are added, so that the two cannot deadlock.
  await queries.$executeRaw`
    DELETE FROM gathered_jobs
    WHERE shop_id = ${shopId} AND work = ${name} AND (key, version) IN (
      SELECT g.key, g.version FROM gathered_jobs AS g
        JOIN unnest(${jobs.map(({ key }) => key)}::text[], ${jobs.map(({ version }) => version)}::int[])
          AS d (key, version) ON d.key = g.key AND d.version = g.version
      WHERE g.shop_id = ${shopId} AND g.work = ${name} ORDER BY g.key COLLATE "C" FOR UPDATE OF g)`;
}

/** Has one that has failed wait for its next attempt, longer each time. */
export async function putOffGathered(
  queries: Queries,
  { shopId, name }: GatheredWork,
  { key, version, attempts }: GatheredJob,
  error: string,
): Promise<void> {
  const made = attempts + 1;
  await queries.$executeRaw`
    UPDATE gathered_jobs SET attempts = ${made}, last_error = ${error},
      due_at = CASE WHEN ${made >= MOST_ATTEMPTS} THEN 'infinity'
        ELSE now() + ${Math.exp(Math.min(10, made))} * interval '1 second' END
    WHERE shop_id = ${shopId} AND work = ${name} AND key = ${key} AND version = ${version}`;
}

/** What has been due for a minute without anybody at it, in any store: its job was lost, or has been given up. */
export function findOverdue(queries: Queries): Promise<GatheredWork[]> {
  return queries.$queryRaw<GatheredWork[]>`
    SELECT DISTINCT shop_id AS "shopId", work AS name FROM gathered_jobs
    WHERE due_at < now() - interval '1 minute'`;
}

/** Removes those that have waited for a day under names that this version does not know, as jobs of the queue. */
export async function removeUnknownGathered(
  queries: Queries,
  knownNames: readonly string[],
): Promise<void> {
  await queries.$executeRaw`
    DELETE FROM gathered_jobs
    WHERE name <> ALL (${knownNames}::text[]) AND due_at < now() - interval '1 day'`;
}
