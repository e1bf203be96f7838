import { setTimeout as delay } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";

/** Workers begin, and look for dead ones, one at a time: one that begins has work before its name is known. */
const BEGINNING_LOCK = 7_301_120;
const RETRY_MS = 2_000;

/**
 * Starts a worker: releases the work of dead workers, starts this one, and shows from then on that it is alive.
 *
 * @returns the result of `start`, and a function to call when the worker has stopped.
 */
export function beginWorker<T extends { name: string }>(
  pool: Pool,
  start: () => Promise<T>,
): Promise<T & { leave: () => void }> {
  return whileNoneBegins(pool, async (client) => {
    await freeDeadWorkers(client);
    const started = await start();
    return { ...started, leave: await showPresence(pool, started.name) };
  });
}

/** Gives the jobs of workers that died back to the queue. Safe to call at any time, by any number at once. */
export function releaseDeadWorkers(pool: Pool): Promise<void> {
  return whileNoneBegins(pool, freeDeadWorkers);
}

/** True while at least one worker of this database shows its presence. */
export async function isWorkerPresent(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ present: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
         AND l.classid = worker_presence_lock()::oid AND d.datname = current_database()) AS present`,
  );
  return rows[0]?.present === true;
}

/** Of the names of past workers, those whose worker is gone for good. */
export async function findDeadWorkers(pool: Pool, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  // No table is read together with the locks: on a distributed database rows and locks are on different nodes.
  const { rows } = await pool.query<{ name: string }>(
    "SELECT name FROM unnest($1::text[]) AS given (name) WHERE NOT worker_is_present(name)",
    [names],
  );
  return rows.map((row) => row.name);
}

async function whileNoneBegins<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isUnlocked = false;
  try {
    await client.query("SELECT pg_advisory_lock($1)", [BEGINNING_LOCK]);
    const result = await work(client);
    await client.query("SELECT pg_advisory_unlock($1)", [BEGINNING_LOCK]);
    isUnlocked = true;
    return result;
  } finally {
    client.release(!isUnlocked);
  }
}

async function freeDeadWorkers(client: PoolClient): Promise<void> {
  await client.query(
    `SELECT graphile_worker.force_unlock_workers(ARRAY(
       SELECT name FROM (SELECT DISTINCT locked_by AS name FROM graphile_worker.jobs) workers
       WHERE name IS NOT NULL AND NOT worker_is_present(name)))`,
  );
}

/**
 * Holds a shared advisory lock under the name on a dedicated connection; the database server releases it when
 * the process dies. After a broken connection it is taken again.
 *
 * @returns a function that releases it.
 */
async function showPresence(pool: Pool, name: string): Promise<() => void> {
  let held: PoolClient | null = null;
  let isOver = false;
  const take = async (): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query("SELECT pg_advisory_lock_shared(worker_presence_lock(), hashtext($1))", [
        name,
      ]);
    } catch (error) {
      client.release(true);
      throw error;
    }
    if (isOver) return client.release(true);
    held = client;
    client.once("error", () => {
      if (isOver) return;
      held = null;
      client.release(true);
      void retake();
    });
  };
  const retake = async (): Promise<void> => {
    while (!isOver) {
      try {
        return await take();
      } catch {
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
  };
  await take();
  return () => {
    isOver = true;
    held?.release(true);
  };
}
