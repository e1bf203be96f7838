import type { Pool, PoolClient } from "pg";

/** Of the advisory locks that have two numbers, those of keys. */
const CLASS = 7_301_121;

/**
 * Locks under names that one process may hold at a time, on one dedicated connection: a process that dies has none. While
 * the connection is broken nobody holds them, so what they guard must be safe to happen twice.
 */
export class KeyLocks {
  readonly #pool: Pool;
  #client: Promise<PoolClient> | null = null;
  /** A connection answers one question after another. */
  #lastAnswer: Promise<unknown> = Promise.resolve();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** @returns those of the locks that are held from now on; a process that asks for what it holds has it twice. */
  async tryLock(keys: readonly string[]): Promise<string[]> {
    const client = await this.#connect();
    const { rows } = await this.#inTurn(() =>
      client.query<{ key: string; taken: boolean }>(
        `SELECT key, pg_try_advisory_lock($1, hashtext(key)) AS taken FROM unnest($2::text[]) AS k (key)`,
        [CLASS, keys],
      ),
    );
    return rows.flatMap(({ key, taken }) => (taken ? [key] : []));
  }

  /** Gives locks back. Does nothing when they were lost with their connection. */
  async unlock(keys: readonly string[]): Promise<void> {
    const client = await this.#client?.catch(() => null);
    if (!client || keys.length === 0) return;
    await this.#inTurn(() =>
      client.query(
        `SELECT pg_advisory_unlock($1, hashtext(key)) FROM unnest($2::text[]) AS k (key)`,
        [CLASS, keys],
      ),
    ).catch(() => {});
  }

  /** Gives back all of them. */
  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    this.#client = null;
    client?.release(true);
  }

  #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.#lastAnswer.then(ask);
    this.#lastAnswer = answer.catch(() => {});
    return answer;
  }

  #connect(): Promise<PoolClient> {
    this.#client ??= this.#open();
    return this.#client;
  }

  async #open(): Promise<PoolClient> {
    try {
      const client = await this.#pool.connect();
      client.once("error", () => {
        this.#client = null;
        client.release(true);
      });
      return client;
    } catch (error) {
      this.#client = null;
      throw error;
    }
  }
}
