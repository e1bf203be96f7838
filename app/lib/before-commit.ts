/** Rows of one kind that transactions write as one of their last things, all of a transaction by one statement. */
export interface LastWrite<Tx extends object, Row> {
  /**
   * Its turn among the others, so that all transactions take the locks that follow from it in the same order: the store's write lock
   * before the rows that two may write at the same time.
   */
  readonly turn: number;
  write(tx: Tx, rows: readonly Row[]): Promise<void>;
}

type AnyWrite<Tx extends object> = LastWrite<Tx, unknown>;

/** What transactions have put off until their end. */
const waitingOf = new WeakMap<object, Map<AnyWrite<never>, unknown[]>>();

/**
 * Has rows written as one of the last things before the transaction commits, together with all others of their kind: they cost one
 * statement, and nobody waits for anything else while the locks are held that they take. Outside a transaction they are written at once.
 */
export async function writeLast<Tx extends object, Row>(
  tx: Tx,
  kind: LastWrite<Tx, Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const waiting = waitingOf.get(tx);
  if (!waiting) return kind.write(tx, rows);
  const key = kind as AnyWrite<never>;
  const before = waiting.get(key) ?? [];
  for (const row of rows) before.push(row);
  waiting.set(key, before);
}

/** Has some of what waits of a kind not be written after all. */
export function takeBackLast<Tx extends object, Row>(
  tx: Tx,
  kind: LastWrite<Tx, Row>,
  isNeedless: (row: Row) => boolean,
): void {
  const waiting = waitingOf.get(tx);
  const rows = waiting?.get(kind as AnyWrite<never>) as Row[] | undefined;
  if (rows)
    waiting?.set(
      kind as AnyWrite<never>,
      rows.filter((row) => !isNeedless(row)),
    );
}

async function writeWaiting<Tx extends object, Row>(
  tx: Tx,
  kind: LastWrite<Tx, Row>,
): Promise<void> {
  const waiting = waitingOf.get(tx);
  const rows = waiting?.get(kind as AnyWrite<never>) as Row[] | undefined;
  waiting?.delete(kind as AnyWrite<never>);
  if (rows && rows.length > 0) await kind.write(tx, rows);
}

/** Does the work of a transaction, and then what it has put off. */
export async function withLastWork<Tx extends object, T>(
  tx: Tx,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const waiting = new Map<AnyWrite<Tx>, unknown[]>();
  waitingOf.set(tx, waiting as unknown as Map<AnyWrite<never>, unknown[]>);
  const result = await work(tx);
  // What is written may ask for more, as events ask for the job that brings them on.
  while (waiting.size > 0) {
    const [next] = [...waiting.keys()].sort((one, other) => one.turn - other.turn);
    if (next) await writeWaiting(tx, next);
  }
  return result;
}
