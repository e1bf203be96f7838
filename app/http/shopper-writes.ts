import { comeAgain } from "#app/lib/app-error.ts";

/** More than a person presses in a minute, with all that a theme's widgets send beside. */
const MOST_A_MINUTE = 60;
const MINUTE_MS = 60_000;

/**
 * How much each shopper of a store has changed within the clock's minute, counted by this process. Reading is not counted. A script that
 * is signed in as one shopper then stops itself, and neither the store nor the platform has to keep up with it.
 */
export class ShopperWrites {
  readonly #most: number;
  readonly #now: () => number;
  #minute = 0;
  #counts = new Map<string, number>();

  /** @param now in milliseconds, of a clock that goes on evenly. */
  constructor(most = MOST_A_MINUTE, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#now = now;
  }

  /** Counts a change. @throws AppError rate_limited, until the minute ends. */
  count(shopId: bigint, platformCustomerId: number): void {
    const now = this.#now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const shopper = `${shopId}/${platformCustomerId}`;
    const count = (this.#counts.get(shopper) ?? 0) + 1;
    this.#counts.set(shopper, count);
    if (count <= this.#most) return;
    const seconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
    throw comeAgain(`A shopper changes at most ${this.#most} things a minute.`, seconds);
  }
}
