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
    let isDone = false;
    await this.runFree([key], async ([free]) => {
      if (free === undefined) return;
      await work();
      isDone = true;
    });
    return isDone ? "done" : "elsewhere";
  }

  /**
   * Runs work that does what the jobs of some keys do, in the turn of each: of those of which none runs, here or in another
   * process. Until its end, none of them begins. The others are left out; it does not wait for them.
   *
   * @throws what `work` throws.
   */
  async runFree(
    keys: readonly string[],
    work: (free: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const free = keys.filter((key) => !this.#running.has(key));
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    for (const key of free) this.#running.set(key, { ended, dismiss: null });
    let locked: string[] = [];
    try {
      locked = await this.#locks.tryLock(free);
      await work(locked);
    } finally {
      await this.#locks.unlock(locked);
      for (const key of free) this.#running.delete(key);
      end();
    }
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
