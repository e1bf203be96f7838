import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import type { Queries } from "#app/lib/db.ts";

/** Where PostgreSQL tells every process which store's keys, plan, state or clock have changed. */
export const ACCESS_CHANNEL = "store_access_changed";

/**
 * The longest time that a process may trust a cached key without proof that it has received every change since:
 * even with broken connections, an ended key is rejected everywhere after this time.
 */
export const MAX_STALENESS_MS = 500;

/** Timers and monotonic clocks of different machines may differ by less than this over {@link MAX_STALENESS_MS}. */
const CLOCK_MARGIN_MS = 10;

type Forget = (shopId: bigint) => void;
type ProcessPool = Pick<Pool, "query">;

const listeners = new WeakMap<ProcessPool, Set<Forget>>();

/**
 * Tells every process to forget what it remembers of the store's keys, once the transaction has committed. Call
 * it in the transaction that changes keys, plan, state, time zone or clock of a store.
 */
export async function notifyAccessChange(tx: Queries, shopId: bigint): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${ACCESS_CHANNEL}::text, ${String(shopId)}::text)`;
}

/** Calls `forget` when this process itself has changed a store's access. Returns how to stop that. */
export function onOwnAccessChange(pool: ProcessPool, forget: Forget): () => void {
  const known = listeners.get(pool) ?? new Set<Forget>();
  listeners.set(pool, known.add(forget));
  return () => known.delete(forget);
}

/**
 * After a commit that ended a key: this process forgets the store's keys now, and the promise resolves when no
 * process can be letting anyone in with the ended key, even one that {@link notifyAccessChange} did not reach.
 */
export async function untilAccessHasEnded(pool: ProcessPool, shopId: bigint): Promise<void> {
  for (const forget of listeners.get(pool) ?? []) forget(shopId);
  await delay(MAX_STALENESS_MS + CLOCK_MARGIN_MS);
}
