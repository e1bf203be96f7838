import type { RecognizedKey } from "#app/domain/api-keys/find-api-keys.ts";
import { MAX_STALENESS_MS } from "#app/domain/shops/access-change.ts";

/** A key is read again after this time, for what was changed by hand in the database. */
const LONGEST_AGE_MS = 30_000;
const MAX_KEYS = 20_000;

/** A key that was found valid, as one process remembers it. */
export interface CachedKey {
  readonly key: RecognizedKey;
  /** `performance.now()` before the database was asked. */
  readonly readAt: number;
  /** {@link ListenerProof.epoch} then. */
  readonly epoch: number;
  /** The key's end in milliseconds since 1970, by the database server's clock. */
  readonly expiresAt: number;
  touchedAt: number;
}

/** Proof of how up to date the process is about changes. */
export interface ListenerProof {
  /** Which unbroken connection is listening; 0 while none is. */
  readonly epoch: number;
  /** `performance.now()` up to which every change is known. */
  readonly provenAt: number;
}

/**
 * The keys that one process recently found valid, by their secret. A key counts for
 * {@link MAX_STALENESS_MS} after it was read, and for as long after each proof that no change has been missed since.
 */
export class KeyCache {
  readonly #listener: ListenerProof;
  readonly #keys = new Map<string, CachedKey>();
  #changes = 0;

  constructor(listener: ListenerProof) {
    this.#listener = listener;
  }

  /** @param serverNow the latest that the database server's clock can show. */
  get(secret: string, now: number, serverNow: number): CachedKey | null {
    const cached = this.#keys.get(secret);
    if (cached === undefined || serverNow >= cached.expiresAt) return null;
    const age = now - cached.readAt;
    if (age < MAX_STALENESS_MS) return cached;
    if (age >= LONGEST_AGE_MS || cached.epoch === 0) return null;
    const { epoch, provenAt } = this.#listener;
    return cached.epoch === epoch && now - provenAt < MAX_STALENESS_MS ? cached : null;
  }

  /** The key as it was last read, which may have ended since; null when it is not remembered. */
  peek(secret: string): RecognizedKey | null {
    return this.#keys.get(secret)?.key ?? null;
  }

  /** Call it before querying the database; the result caches the answer unless something changed in between. */
  startReading(now: number): (secret: string, key: RecognizedKey | null) => void {
    const changes = this.#changes;
    const { epoch } = this.#listener;
    return (secret, key) => {
      const before = this.#keys.get(secret);
      this.#keys.delete(secret);
      if (key === null || changes !== this.#changes) return;
      if (this.#keys.size >= MAX_KEYS) this.#forgetOldest();
      const expiresAt = key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
      const touchedAt = before?.touchedAt ?? Number.NEGATIVE_INFINITY;
      this.#keys.set(secret, { key, readAt: now, epoch, expiresAt, touchedAt });
    };
  }

  forgetShop(shopId: bigint): void {
    this.#changes += 1;
    for (const [secret, { key }] of this.#keys) {
      if (key.shop.id === shopId) this.#keys.delete(secret);
    }
  }

  forgetAll(): void {
    this.#changes += 1;
    this.#keys.clear();
  }

  /** Secrets are kept no longer than they are of use. */
  forgetOld(now: number): void {
    for (const [secret, { readAt }] of this.#keys) {
      if (now - readAt < LONGEST_AGE_MS) return;
      this.#keys.delete(secret);
    }
  }

  // The map keeps the order of insertion, which is that of reading.
  #forgetOldest(): void {
    for (const secret of this.#keys.keys()) {
      this.#keys.delete(secret);
      return;
    }
  }
}
