import { AppError } from "#app/lib/app-error.ts";
import type { AnswerHeaders } from "./respond.ts";

/** More than a partner's client, a theme with several blocks and a bulk program send together. */
const MAX_AT_A_TIME = 100;

/**
 * How many requests of each store this process works on. One store's crowd then waits at its own door, not
 * in front of the database that all stores share.
 */
export class StoreRequests {
  readonly #working = new Map<bigint, number>();
  readonly #most: number;

  constructor(most = MAX_AT_A_TIME) {
    this.#most = most;
  }

  /**
   * Begins one of the store's requests.
   *
   * @returns what ends it; a second call does nothing.
   * @throws AppError rate_limited when too many are running; `headers` then says when to retry.
   */
  enter(shopId: bigint, headers: AnswerHeaders): () => void {
    const before = this.#working.get(shopId) ?? 0;
    if (before >= this.#most) {
      headers["Retry-After"] = "1";
      throw new AppError("rate_limited", `More than ${this.#most} requests at a time.`);
    }
    this.#working.set(shopId, before + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const left = (this.#working.get(shopId) ?? 1) - 1;
      if (left === 0) this.#working.delete(shopId);
      else this.#working.set(shopId, left);
    };
  }
}
