import type { Pool } from "pg";

/**
 * Batches calls that arrive while an earlier batch is running: a single call starts immediately; under load,
 * one round trip serves many. Results keep the order of the items.
 */
export class Coalescer<I, O> {
  readonly #run: (items: I[]) => Promise<O[]>;
  #waiting: { item: I; resolve: (answer: O) => void; reject: (error: unknown) => void }[] = [];
  #running = false;

  /** @param run answers a batch with one answer per item, in the same order; a throw fails the whole batch. */
  constructor(run: (items: I[]) => Promise<O[]>) {
    this.#run = run;
  }

  call(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#running) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const answers = await this.#run(batch.map((entry) => entry.item));
        batch.forEach((entry, at) => {
          entry.resolve(answers[at] as O);
        });
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    }
    this.#running = false;
  }
}

/** What is read for one store, or for none. */
type OfStore<I, O> = (pool: Pool, shopId: bigint | null, item: I) => Promise<O>;

/**
 * Makes a read of which calls that arrive together share a query. Each pool and store is by itself: a query that names one store
 * is answered by one node of a cluster.
 *
 * @param run answers a batch as {@link Coalescer} says.
 */
export function coalesceReads<I, O>(
  run: (pool: Pool, shopId: bigint | null, items: I[]) => Promise<O[]>,
): OfStore<I, O> {
  const ofPools = new WeakMap<Pool, Map<bigint | null, Coalescer<I, O>>>();
  return async (pool, shopId, item) => {
    const ofStores = ofPools.get(pool) ?? new Map<bigint | null, Coalescer<I, O>>();
    ofPools.set(pool, ofStores);
    const coalescer =
      ofStores.get(shopId) ?? new Coalescer((items: I[]) => run(pool, shopId, items));
    ofStores.set(shopId, coalescer);
    return coalescer.call(item);
  };
}
