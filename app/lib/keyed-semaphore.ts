type Release = () => void;

/**
 * Limits the number of concurrent holders per key; others wait in the order in which they arrived. Keys are
 * independent, and an unused key takes no memory.
 */
export class KeyedSemaphore<K> {
  readonly #places: number;
  readonly #taken = new Map<K, { count: number; waiting: Set<(release: Release) => void> }>();

  constructor(places: number) {
    this.#places = places;
  }

  /** How many hold a place under the key, and how many wait for one. */
  load(key: K): { held: number; waiting: number } {
    const state = this.#taken.get(key);
    return { held: state?.count ?? 0, waiting: state?.waiting.size ?? 0 };
  }

  /**
   * Waits for a place.
   *
   * @param signal gives up the wait: the promise is rejected with the signal's reason.
   * @returns a function that releases the place; calling it again does nothing.
   */
  take(key: K, signal?: AbortSignal): Promise<Release> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const state = this.#taken.get(key) ?? { count: 0, waiting: new Set() };
    this.#taken.set(key, state);
    if (state.count < this.#places) {
      state.count += 1;
      return Promise.resolve(this.#releaseOnce(key));
    }
    return new Promise((resolve, reject) => {
      const grant = (release: Release) => {
        signal?.removeEventListener("abort", leave);
        resolve(release);
      };
      const leave = () => {
        state.waiting.delete(grant);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      state.waiting.add(grant);
    });
  }

  /** Waits for a place, does the work, and releases the place whatever comes of it. */
  async run<T>(key: K, work: () => Promise<T>): Promise<T> {
    const release = await this.take(key);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #releaseOnce(key: K): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const state = this.#taken.get(key);
      const [next] = state?.waiting ?? [];
      if (next) {
        state?.waiting.delete(next);
        next(this.#releaseOnce(key));
      } else if (state) {
        state.count -= 1;
        if (state.count === 0) this.#taken.delete(key);
      }
    };
  }
}
