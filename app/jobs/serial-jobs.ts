import type { KeyLocks } from "#app/lib/key-locks.ts";

/** A job that runs in this process. */
interface Running {
  ended: Promise<void>;
  /** Lets the job that waits for its end go, because a newer one of the key has come; null while none waits. */
  dismiss: (() => void) | null;
}

/**
 * Runs jobs with the same key one at a time, across all processes. The queue's own named queues do this too, but they keep a row
 * for each key ever used, and lock all of these rows at each look for a job.
 */
export class SerialJobs {
  readonly #locks: KeyLocks;
  readonly #running = new Map<string, Running>();

  constructor(locks: KeyLocks) {
    this.#locks = locks;
  }

  /** The keys of those that run in this process; null for none. The queue need not be asked for more of them. */
  keys(): string[] | null {
    return this.#running.size === 0 ? null : [...this.#running.keys()];
  }

  /**
   * A job that comes while one of its key runs in this process waits for the end of that one, so that it exists until its own
   * work is done: the queue tries a job no more for which another of its key was added. Of those that wait, the
   * newest alone stays; what it does is what the others would have done.
   *
   * @returns "elsewhere" when another process runs one of the key: try again later.
   * @throws what `work` throws.
   */
  async run(key: string, work: () => Promise<void>): Promise<"done" | "elsewhere"> {
    for (let other = this.#running.get(key); other; other = this.#running.get(key)) {
      if (!(await isNext(other))) return "done";
    }
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#running.set(key, { ended, dismiss: null });
    let isLocked = false;
    try {
      isLocked = await this.#locks.tryLock(key);
      if (isLocked) await work();
    } finally {
      if (isLocked) await this.#locks.unlock(key);
      this.#running.delete(key);
      end();
    }
    return isLocked ? "done" : "elsewhere";
  }
}

/** Waits for the end of a job. @returns false when a newer one waits instead. */
function isNext(running: Running): Promise<boolean> {
  running.dismiss?.();
  return new Promise((resolve) => {
    running.dismiss = () => resolve(false);
    running.ended.then(() => resolve(true));
  });
}
