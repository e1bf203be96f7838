import { setTimeout as delay } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";

/** Any number will do, as long as no other advisory lock of the product uses it. */
const PRESENCE_LOCK = 7_301_119;
const RETRY_MS = 2_000;

/**
 * Shows that a worker is alive for as long as the returned function has not been called: a shared
 * advisory lock on a connection of its own, which the database server itself lets go when the process
 * dies. After a broken connection it is taken again.
 */
export async function showWorkerPresence(pool: Pool): Promise<() => void> {
  let isOver = false;
  let held: PoolClient | null = null;
  const take = async (): Promise<void> => {
    const client = await pool.connect();
    client.once("error", () => {
      held = null;
      if (!isOver) void retake();
    });
    await client.query("SELECT pg_advisory_lock_shared($1)", [PRESENCE_LOCK]);
    held = client;
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

/** True while at least one worker of this database shows its presence. */
export async function isWorkerPresent(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ present: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE l.locktype = 'advisory' AND l.granted AND l.objid = $1 AND d.datname = current_database()) AS present`,
    [PRESENCE_LOCK],
  );
  return rows[0]?.present === true;
}
