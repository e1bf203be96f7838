type Work = () => Promise<void>;

/** What transactions have put off until their end. */
const lastWorkOf = new WeakMap<object, Work[]>();

/**
 * Has `work` done as the last thing before the transaction commits: for statements whose locks nobody may hold while
 * waiting for others.
 *
 * @returns false outside a transaction, where nothing is kept for later.
 */
export function beforeCommit(tx: object, work: Work): boolean {
  const waiting = lastWorkOf.get(tx);
  waiting?.push(work);
  return waiting !== undefined;
}

/** Does the work of a transaction, and then what it has put off. */
export async function withLastWork<Tx extends object, T>(
  tx: Tx,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const waiting: Work[] = [];
  lastWorkOf.set(tx, waiting);
  const result = await work(tx);
  for (const last of waiting) await last();
  return result;
}
