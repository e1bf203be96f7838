import { KeyedSemaphore } from "#app/lib/keyed-semaphore.ts";
import type { ShopContext } from "../context.ts";

const turns = new WeakMap<object, KeyedSemaphore<bigint>>();

/**
 * The pieces of an export that is not paged for its caller. A process runs one such export per store at a time, of
 * whatever kind; others wait.
 *
 * @param signal aborts the wait.
 */
export async function* streamInTurn(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  signal: AbortSignal | undefined,
  pieces: () => AsyncGenerator<string>,
): AsyncGenerator<string> {
  const ofPool = turns.get(db.pool) ?? new KeyedSemaphore(1);
  turns.set(db.pool, ofPool);
  const release = await ofPool.take(shop.id, signal);
  try {
    yield* pieces();
  } finally {
    release();
  }
}
