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

/**
 * Does work whose statement finds for itself what is to be done, some at a time until nothing is left. Where the database gives
 * up because a step takes too long, it goes on in smaller ones, down to one; so each step is its own transaction.
 *
 * @param work does at most so many. @returns whether anything may be left.
 * @throws what `work` throws, also when a single one takes too long.
 */
export async function inSteps(
  size: number,
  work: (most: number) => Promise<boolean>,
): Promise<void> {
  let most = size;
  for (;;) {
    try {
      if (!(await work(most))) return;
    } catch (error) {
      if (!isTooSlow(error) || most === 1) throw error;
      most = smallerBatch(most);
    }
  }
}

function smallerBatch(size: number): number {
  return Math.max(1, Math.floor(size / SMALLER));
}
