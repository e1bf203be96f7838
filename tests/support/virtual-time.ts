/** Time of a test, in milliseconds from 0: it passes only while {@link run} is awaited, as fast as there is anything to do. */
export class VirtualTime {
  #now = 0;
  #waiting: { at: number; wake: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  wait(ms: number): Promise<void> {
    return new Promise((wake) => this.#waiting.push({ at: this.#now + ms, wake }));
  }

  /** Lets time pass until nobody waits, or until `end`. */
  async run(end = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      // Whatever is woken does all that it can before anything else is woken.
      await new Promise((done) => setImmediate(done));
      const next = this.#waiting.reduce<{ at: number; wake: () => void } | null>(
        (first, one) => (first === null || one.at < first.at ? one : first),
        null,
      );
      if (next === null || next.at > end) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
  }
}
