/** Says how far the filling is, in one line a step. */
export class SeedProgress {
  readonly #print: (line: string) => void;
  #since = 0;
  #said = 0;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  say(line: string): void {
    this.#print(line);
  }

  begin(name: string): void {
    this.#since = this.#said = performance.now();
    this.#name = name;
  }

  #name = "";

  /** How much of what has begun is done; a line every few seconds. */
  reach(done: number, all: number): void {
    const now = performance.now();
    if (now - this.#said < 5000) return;
    this.#said = now;
    const share = all > 0 ? Math.floor((100 * done) / all) : 100;
    this.#print(`${this.#name}: ${count(done)} of ${count(all)} (${share} %)`);
  }

  end(name: string, rows: number): void {
    const seconds = (performance.now() - this.#since) / 1000;
    const rate = rows / Math.max(seconds, 0.001);
    this.#print(
      `${name}: ${count(rows)} rows in ${seconds.toFixed(1)} s (${count(Math.round(rate))} a second)`,
    );
  }
}

function count(value: number): string {
  return value.toLocaleString("en");
}
