import { comeAgain } from "#app/lib/app-error.ts";

interface Window {
  readonly name: string;
  readonly ms: number;
  readonly most: number;
}

const MINUTE_MS = 60_000;

/** More than a person presses, with all that a theme's widgets send beside. */
const WINDOWS: readonly Window[] = [
  { name: "a minute", ms: MINUTE_MS, most: 100 },
  { name: "an hour", ms: 60 * MINUTE_MS, most: 300 },
];

/**
 * How much each shopper of a store has changed within the clock's minute and hour, counted by this process. Reading is not counted.
 * A script that is signed in as one shopper then stops itself, and neither the store nor the platform has to keep up with it.
 */
export class ShopperWrites {
  readonly #now: () => number;
  readonly #windows;

  /** @param now in milliseconds, of a clock that goes on evenly. */
  constructor(windows = WINDOWS, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#windows = windows.map((window) => ({
      window,
      number: 0,
      counts: new Map<string, number>(),
    }));
  }

  /** Counts a change. @throws AppError rate_limited, until the minute or the hour ends. */
  count(shopId: bigint, platformCustomerId: number): void {
    const now = this.#now();
    const shopper = `${shopId}/${platformCustomerId}`;
    for (const counted of this.#windows) {
      const { name, ms, most } = counted.window;
      const number = Math.floor(now / ms);
      if (number !== counted.number) Object.assign(counted, { number, counts: new Map() });
      const count = counted.counts.get(shopper) ?? 0;
      if (count >= most) {
        const seconds = Math.ceil(((number + 1) * ms - now) / 1000);
        throw comeAgain(`A shopper changes at most ${most} things ${name}.`, seconds);
      }
      counted.counts.set(shopper, count + 1);
    }
  }
}
