/**
 * The database server's time without asking it: the latest instant that it can show now. Each answer of the
 * server that carries its time sets the clock. It is never behind the server's, and ahead of it by no more than
 * the time that the question took to arrive.
 */
export class ServerClock {
  #offsetMs = Number.NEGATIVE_INFINITY;

  /**
   * @param askedAt `performance.now()` before the server was asked.
   * @param serverMs what the server's clock showed, in milliseconds since 1970.
   */
  set(askedAt: number, serverMs: number): void {
    this.#offsetMs = serverMs - askedAt;
  }

  /** @param now `performance.now()`. Meaningless before the first {@link set}. */
  at(now: number): number {
    return now + this.#offsetMs;
  }
}
