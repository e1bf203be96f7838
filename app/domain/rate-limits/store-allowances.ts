import type { Pool } from "pg";
import { returnLeases } from "./return-leases.ts";
import { StoreAllowance } from "./store-allowance.ts";

/** How long a leased block may lie unspent before it is given back. */
const KEEP_LEASE_MS = 200;
/** Stores that have not called for this long are forgotten. */
const FORGET_AFTER_MS = 60_000;

/** The allowances of the stores that call one process. Returns leased calls that are not used. */
export class StoreAllowances {
  readonly #pool: Pick<Pool, "query">;
  readonly #stores = new Map<bigint, StoreAllowance>();
  readonly #holding = new Map<bigint, StoreAllowance>();
  #timer: NodeJS.Timeout | null = null;

  /** @param pool where leases are given back. */
  constructor(pool: Pick<Pool, "query">) {
    this.#pool = pool;
  }

  of(shopId: bigint): StoreAllowance {
    let store = this.#stores.get(shopId);
    if (!store) {
      store = new StoreAllowance();
      this.#stores.set(shopId, store);
    }
    return store;
  }

  /** Call it after a store has leased. */
  watch(shopId: bigint, store: StoreAllowance): void {
    if (!store.holdsLease) return;
    this.#holding.set(shopId, store);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#giveBack(performance.now() - KEEP_LEASE_MS);
    }, KEEP_LEASE_MS).unref();
  }

  forgetIdle(now: number): void {
    for (const [shopId, store] of this.#stores) {
      if (!store.holdsLease && now - store.askedAt > FORGET_AFTER_MS) this.#stores.delete(shopId);
    }
  }

  /** Gives everything back: the process ends. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#giveBack(Number.POSITIVE_INFINITY);
  }

  async #giveBack(leasedBefore: number): Promise<void> {
    const unspent = [...this.#holding].flatMap(([shopId, store]) =>
      store.release(leasedBefore).map((lease) => ({ ...lease, shopId })),
    );
    const holding = [...this.#holding];
    this.#holding.clear();
    for (const [shopId, store] of holding) this.watch(shopId, store);
    // Calls that cannot be returned stay counted until their window ends.
    await returnLeases(this.#pool, unspent).catch(() => {});
  }
}
