import type { Database, Queries } from "#app/lib/db.ts";

/** Does work beside a transaction that holds a lock, and ends the transaction when the work is done. */
export async function whileHeld<T>(
  db: Database,
  hold: (tx: Queries) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const isHeld = Promise.withResolvers<void>();
  const isDone = Promise.withResolvers<void>();
  const holding = db.transaction(async (tx) => {
    await hold(tx);
    isHeld.resolve();
    await isDone.promise;
  });
  await Promise.race([isHeld.promise, holding]);
  try {
    return await work();
  } finally {
    isDone.resolve();
    await holding;
  }
}
