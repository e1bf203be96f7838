import type { PlatformPlan } from "#devstore/state/shop.ts";

/** Points a second by plan, as published; a bucket holds twenty seconds' worth. */
const restoreRates: Record<PlatformPlan, number> = { basic: 100, advanced: 200, plus: 1000 };
const bucketSeconds = 20;

export interface ThrottleStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

interface Bucket {
  available: number;
  restoreRate: number;
  atMs: number;
}

/** What a shop's requests have come to since the start. */
export interface ThrottleUse {
  /** Queries that were answered. */
  answered: number;
  /** Points used by queries that were answered. */
  pointsUsed: number;
  /** Queries that were answered as throttled. */
  throttled: number;
}

/** The leaky bucket of each shop, in machine time and in memory: a restart fills it. */
export class Throttle {
  readonly #buckets = new Map<string, Bucket>();
  readonly #use = new Map<string, ThrottleUse>();

  /**
   * Takes `cost` points when they are there. A query dearer than the whole bucket passes a full one,
   * since it could never pass otherwise.
   */
  take(shop: string, restoreRate: number, cost: number): boolean {
    const bucket = this.#bucket(shop, restoreRate);
    if (bucket.available < Math.min(cost, capacity(restoreRate))) {
      this.#count(shop, { throttled: 1 });
      return false;
    }
    bucket.available -= cost;
    this.#count(shop, { answered: 1, pointsUsed: cost });
    return true;
  }

  /** Returns reserved points that were not needed. */
  refund(shop: string, restoreRate: number, points: number): void {
    const bucket = this.#bucket(shop, restoreRate);
    bucket.available = Math.min(capacity(restoreRate), bucket.available + points);
    this.#count(shop, { pointsUsed: -points });
  }

  use(shop: string): ThrottleUse {
    return this.#use.get(shop) ?? { answered: 0, pointsUsed: 0, throttled: 0 };
  }

  #count(
    shop: string,
    { answered = 0, pointsUsed = 0, throttled = 0 }: Partial<ThrottleUse>,
  ): void {
    const known = this.use(shop);
    this.#use.set(shop, {
      answered: known.answered + answered,
      pointsUsed: known.pointsUsed + pointsUsed,
      throttled: known.throttled + throttled,
    });
  }

  status(shop: string, restoreRate: number): ThrottleStatus {
    return {
      maximumAvailable: capacity(restoreRate),
      currentlyAvailable: Math.floor(this.#bucket(shop, restoreRate).available),
      restoreRate,
    };
  }

  #bucket(shop: string, restoreRate: number): Bucket {
    const now = performance.now();
    const known = this.#buckets.get(shop);
    if (known === undefined || known.restoreRate !== restoreRate) {
      const full = { available: capacity(restoreRate), restoreRate, atMs: now };
      this.#buckets.set(shop, full);
      return full;
    }
    const restored = ((now - known.atMs) / 1000) * restoreRate;
    known.available = Math.min(capacity(restoreRate), known.available + restored);
    known.atMs = now;
    return known;
  }
}

export function planRestoreRate(plan: PlatformPlan): number {
  return restoreRates[plan];
}

function capacity(restoreRate: number): number {
  return restoreRate * bucketSeconds;
}
