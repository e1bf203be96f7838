import { isTooSlow } from "./db.ts";

/** Of a batch that took too long. */
const SMALLER = 4;

/**
 * Does work on some items at a time. Where the database gives up because a batch takes too long, the items are tried again in
 * smaller batches, down to one; so each batch is its own transaction.
 *
 * @throws what `work` throws, also when a single item takes too long.
 */
export async function inBatches<T>(
  items: readonly T[],
  size: number,
  work: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  let most = size;
  for (let at = 0; at < items.length; ) {
    const some = items.slice(at, at + most);
    try {
      await work(some);
      at += some.length;
    } catch (error) {
      if (!isTooSlow(error) || some.length === 1) throw error;
      most = smallerBatch(some.length);
    }
  }
}

/** How many to try after a batch of `size` took too long; at least one. */
export function smallerBatch(size: number): number {
  return Math.max(1, Math.floor(size / SMALLER));
}
