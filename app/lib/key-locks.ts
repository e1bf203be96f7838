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

  /** @returns whether the lock is held from now on; a process that asks for what it holds has it twice. */
  async tryLock(key: string): Promise<boolean> {
    const client = await this.#connect();
    const { rows } = await this.#inTurn(() =>
      client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken", [
        CLASS,
        key,
      ]),
    );
    return rows[0]?.taken ?? false;
  }

  /** Gives a lock back. Does nothing when it was lost with its connection. */
  async unlock(key: string): Promise<void> {
    const client = await this.#client?.catch(() => null);
    if (!client) return;
    await this.#inTurn(() =>
      client.query("SELECT pg_advisory_unlock($1, hashtext($2))", [CLASS, key]),
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
