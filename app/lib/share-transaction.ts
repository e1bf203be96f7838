import type { Database, Queries } from "./db.ts";
import { shareWork } from "./share-work.ts";

/** So many at most, that it stays short. */
const MOST = 50;

interface Part {
  key: string;
  make(tx: Queries): Promise<void>;
}

/**
 * Does work in a transaction that it shares with what is asked for on the same store at about the same time: what each writes last is
 * a statement for all. Where one of them fails, each is done by itself, so work may be undone and done again.
 *
 * @param key two of one key follow one another.
 */
export async function shareTransaction<T>(
  db: Database,
  key: string,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  const outcomes: T[] = [];
  await makeTogether(db, {
    key,
    make: async (tx) => {
      outcomes.push(await work(tx));
    },
  });
  return outcomes.at(-1) as T;
}

const makeTogether = shareWork({
  most: MOST,
  keyOf: ({ key }: Part) => key,
  work: (db: Database, parts: readonly Part[]) =>
    db.transaction(async (tx) => {
      for (const { make } of parts) await make(tx);
      return parts;
    }),
});
