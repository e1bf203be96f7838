import type pg from "pg";
import { PlatformFailure } from "../../platform-failure.ts";

/** Longer than the lock may be held: two requests to the platform. */
const lockTimeout = "40s";
const lockNotAvailable = "55P03";

/** How many connections of each pool hold a lock, and who waits for one. */
const places = new WeakMap<pg.Pool, { taken: number; waiting: (() => void)[] }>();

/**
 * Runs `work` while no other process works on this store's tokens. The lock is the database's and
 * goes with its connection, so that a process that dies lets go of it. It is no transaction, and
 * `work` may call the network.
 *
 * At most a third of the pool's connections hold locks: the others stay free for the queries
 * that the lock's holders wait for.
 *
 * @throws PlatformFailure `unavailable` when the lock does not come free.
 */
export async function withShopLock<T>(
  pool: pg.Pool,
  shopDomain: string,
  work: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> {
  await takePlace(pool);
  try {
    return await withLockedConnection(pool, `shop-tokens:${shopDomain}`, work);
  } finally {
    leavePlace(pool);
  }
}

async function withLockedConnection<T>(
  pool: pg.Pool,
  lockName: string,
  work: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  let unlocked = false;
  try {
    await lock(connection, lockName);
    try {
      return await work(connection);
    } finally {
      unlocked = await unlock(connection, lockName);
    }
  } finally {
    // A connection that could not be brought back to its first state is closed, which frees the lock.
    connection.release(!unlocked);
  }
}

async function lock(connection: pg.PoolClient, lockName: string): Promise<void> {
  try {
    // Ordinary statements may not wait as long as this one.
    await connection.query(
      "SELECT set_config('lock_timeout', $1, false), set_config('statement_timeout', '0', false)",
      [lockTimeout],
    );
    await connection.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [lockName]);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === lockNotAvailable) {
      throw new PlatformFailure("unavailable", "Another process holds this store's sign-in");
    }
    throw error;
  }
}

async function unlock(connection: pg.PoolClient, lockName: string): Promise<boolean> {
  try {
    await connection.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [lockName]);
    await connection.query("RESET lock_timeout");
    await connection.query("RESET statement_timeout");
    return true;
  } catch {
    return false;
  }
}

async function takePlace(pool: pg.Pool): Promise<void> {
  const place = places.get(pool) ?? { taken: 0, waiting: [] };
  places.set(pool, place);
  const limit = Math.max(1, Math.floor((pool.options.max ?? 10) / 3));
  if (place.taken < limit) {
    place.taken += 1;
    return;
  }
  await new Promise<void>((resolve) => place.waiting.push(resolve));
}

function leavePlace(pool: pg.Pool): void {
  const place = places.get(pool);
  if (place === undefined) return;
  const next = place.waiting.shift();
  if (next === undefined) place.taken -= 1;
  else next();
}
