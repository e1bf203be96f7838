/** More rows of one table are not numbered: beside the second of a row its place has to fit into one exact number. */
const MOST_ROWS = 2 ** 26;
const PLACE = 2 ** 26;

/**
 * Gives the rows of a table ids in the order of their time, though they are made customer by customer. Everything is made
 * twice: the first time each row is noted, the second time, in the same order, it gets its id. Twelve bytes a row.
 */
export class IdsByTime {
  #times: Float64Array = new Float64Array(1024);
  #ids: Uint32Array | null = null;
  #count = 0;
  #taken = 0;
  #first = 1;

  readonly since: number;

  constructor(since: number) {
    this.since = since;
  }

  get count(): number {
    return this.#count;
  }

  /** Notes the time of the next row, in milliseconds. */
  note(time: number): void {
    if (this.#count === this.#times.length) {
      if (this.#count === MOST_ROWS) throw new RangeError("Too many rows of one table.");
      const longer = new Float64Array(this.#times.length * 2);
      longer.set(this.#times);
      this.#times = longer;
    }
    // Before that, the order is that of being made.
    const seconds = Math.max(0, Math.floor((time - this.since) / 1000));
    this.#times[this.#count] = seconds * PLACE + this.#count;
    this.#count += 1;
  }

  /** Ends the noting. Ids are `first` and those after it. */
  sort(first: number): void {
    const times = this.#times.subarray(0, this.#count).sort();
    this.#ids = new Uint32Array(this.#count);
    for (const [rank, time] of times.entries()) this.#ids[time % PLACE] = rank;
    this.#times = new Float64Array(0);
    this.#first = first;
  }

  /** The id of the next row. */
  take(): number {
    const rank = this.#ids?.[this.#taken];
    if (rank === undefined) throw new Error("More rows were made than were noted.");
    this.#taken += 1;
    return this.#first + rank;
  }
}
