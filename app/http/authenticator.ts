import { hash } from "node:crypto";
import pg from "pg";
import { isApiKey } from "#app/domain/api-keys/api-key-format.ts";
import { findApiKeys, type RecognizedKey } from "#app/domain/api-keys/find-api-keys.ts";
import { touchApiKey } from "#app/domain/api-keys/touch-api-key.ts";
import {
  type CountedKey,
  type LeaseRequest,
  leaseCalls,
} from "#app/domain/rate-limits/lease-calls.ts";
import { PLAN_LIMITS, type RateLimits } from "#app/domain/rate-limits/plan-limits.ts";
import type { StoreAllowance } from "#app/domain/rate-limits/store-allowance.ts";
import { StoreAllowances } from "#app/domain/rate-limits/store-allowances.ts";
import type { WindowState } from "#app/domain/rate-limits/window.ts";
import { ACCESS_CHANNEL, onOwnAccessChange } from "#app/domain/shops/access-change.ts";
import type { ShopPlan } from "#app/domain/shops/shop.ts";
import { Coalescer } from "#app/lib/coalescer.ts";
import { NotificationListener } from "#app/lib/notification-listener.ts";
import { ServerClock } from "#app/lib/server-clock.ts";
import { SESSION_OPTIONS, withOptions } from "#app/lib/session.ts";
import { type CachedKey, KeyCache } from "./key-cache.ts";

const TOUCH_EVERY_MS = 60_000;
const TIDY_EVERY_MS = 10_000;

/** Recognizes API keys, and counts the calls of stores whose interface has limits. */
export interface Authenticator {
  /**
   * @param secret what the caller sent as its key.
   * @param usedFor the interface, for "last used" in the settings.
   * @returns null for a key that is malformed, unknown, revoked, expired or of a store that is not active.
   */
  recognizeKey(secret: string, usedFor: string): Promise<RecognizedKey | null>;
  /** The same, and counts the call and says whether the store is within its limits. Most calls are answered at once. */
  authenticateAndCount(secret: string, usedFor: string): CallOrPromise;
  /** Resolves once the first attempt to listen for changed keys has succeeded or failed. Nothing needs to wait for it. */
  hasTriedToListen(): Promise<void>;
  /** Gives leased calls back and closes the connections. */
  close(): Promise<void>;
}

/** A call with a valid key. Instants of `limit` are the database server's; `now` is the latest that it can be there. */
export interface CountedCall {
  readonly key: RecognizedKey;
  readonly limit: WindowState;
  readonly now: number;
}

type CallOrPromise = CountedCall | null | Promise<CountedCall | null>;

export interface AuthenticatorOptions {
  /** Of the process: looks keys up, writes their last use. */
  pool: pg.Pool;
  databaseUrl: string;
  /** Where to listen for changed keys, when not at `databaseUrl`. */
  listenUrl?: string;
  limits?: Readonly<Record<ShopPlan, RateLimits>>;
}

/** The authenticator of one process. It opens two dedicated connections besides the pool: for counting and for listening. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  return new ProcessAuthenticator(options);
}

class ProcessAuthenticator implements Authenticator {
  readonly #pool: pg.Pool;
  readonly #countingPool: pg.Pool;
  readonly #limits: Readonly<Record<ShopPlan, RateLimits>>;
  readonly #clock = new ServerClock();
  readonly #listener: NotificationListener;
  readonly #keys: KeyCache;
  readonly #allowances: StoreAllowances;
  readonly #reads = new Coalescer((secrets: string[]) => this.#readKeys(secrets));
  readonly #counts = new Coalescer((secrets: string[]) => this.#countCalls(secrets));
  readonly #tidying: NodeJS.Timeout;
  readonly #stopForgetting: () => void;

  constructor({ pool, databaseUrl, listenUrl, limits = PLAN_LIMITS }: AuthenticatorOptions) {
    this.#pool = pool;
    this.#limits = limits;
    this.#countingPool = new pg.Pool({
      // A crash of the database server would at worst forgive the calls of its last fraction of a second.
      ...withOptions(databaseUrl, `${SESSION_OPTIONS} -c synchronous_commit=off`),
      max: 1,
    });
    this.#countingPool.on("error", () => {});
    this.#allowances = new StoreAllowances(this.#countingPool);
    this.#listener = new NotificationListener({
      databaseUrl: listenUrl ?? databaseUrl,
      channel: ACCESS_CHANNEL,
      pool,
      onNotification: (payload) => this.#forget(payload),
      onGap: () => this.#keys.forgetAll(),
      onServerTime: (askedAt, serverMs) => this.#clock.set(askedAt, serverMs),
    });
    this.#keys = new KeyCache(this.#listener);
    this.#stopForgetting = onOwnAccessChange(pool, (shopId) => this.#keys.forgetShop(shopId));
    this.#tidying = setInterval(() => {
      const now = performance.now();
      this.#keys.forgetOld(now);
      this.#allowances.forgetIdle(now);
    }, TIDY_EVERY_MS).unref();
  }

  async recognizeKey(secret: string, usedFor: string): Promise<RecognizedKey | null> {
    const now = performance.now();
    const cached = this.#recall(secret, now, this.#clock.at(now));
    if (cached) {
      this.#touch(cached, now, usedFor);
      return cached.key;
    }
    if (!isApiKey(secret)) return null;
    const key = await this.#reads.call(secret);
    if (key) touchApiKey(this.#pool, key, usedFor);
    return key;
  }

  authenticateAndCount(secret: string, usedFor: string): CallOrPromise {
    const now = performance.now();
    const serverNow = this.#clock.at(now);
    const cached = this.#recall(secret, now, serverNow);
    if (cached) {
      const limit = this.#allowances.of(cached.key.shop.id).take(now, serverNow);
      if (limit) {
        this.#touch(cached, now, usedFor);
        return { key: cached.key, limit, now: serverNow };
      }
    }
    return cached || isApiKey(secret) ? this.#count(secret, usedFor) : null;
  }

  hasTriedToListen(): Promise<void> {
    return this.#listener.hasTried();
  }

  async close(): Promise<void> {
    clearInterval(this.#tidying);
    this.#stopForgetting();
    await this.#allowances.close();
    await this.#listener.close();
    await this.#countingPool.end();
  }

  #recall(secret: string, now: number, serverNow: number): CachedKey | null {
    this.#listener.keepProven(now);
    return this.#keys.get(secret, now, serverNow);
  }

  #touch(cached: CachedKey, now: number, usedFor: string): void {
    if (now - cached.touchedAt < TOUCH_EVERY_MS) return;
    cached.touchedAt = now;
    touchApiKey(this.#pool, cached.key, usedFor);
  }

  /** Any text may come: what is no store's id is another process's test message. */
  #forget(payload: string): void {
    if (/^\d+$/.test(payload)) this.#keys.forgetShop(BigInt(payload));
  }

  async #count(secret: string, usedFor: string): Promise<CountedCall | null> {
    const counted = await this.#counts.call(secret);
    if (counted) touchApiKey(this.#pool, counted.key, usedFor);
    return counted;
  }

  async #readKeys(secrets: string[]): Promise<(RecognizedKey | null)[]> {
    const now = performance.now();
    const remember = this.#keys.startReading(now);
    const hashes = secrets.map(hashOf);
    const { keys, serverMs } = await findApiKeys(this.#pool, hashes);
    this.#clock.set(now, serverMs);
    return secrets.map((secret, at) => {
      const key = keys.get(hashes[at] ?? "") ?? null;
      remember(secret, key);
      return key;
    });
  }

  /** Decides calls that waited together; of one store's calls the first takes the lowest place. */
  async #countCalls(secrets: string[]): Promise<(CountedCall | null)[]> {
    const now = performance.now();
    const requests = this.#leaseRequests(secrets, now);
    const remember = this.#keys.startReading(now);
    const { counted, serverMs } = await leaseCalls(
      this.#countingPool,
      [...requests.values()],
      this.#limits,
    );
    this.#clock.set(now, serverMs);
    const stores = this.#recordGrants(counted.values(), now);
    const answers = secrets.map((secret) => {
      const found = counted.get(requests.get(secret)?.hash ?? "");
      const limit = found && stores.get(found.key.shop.id)?.settle();
      return found && limit ? { key: found.key, limit, now: serverMs } : null;
    });
    for (const [secret, { hash }] of requests) remember(secret, counted.get(hash)?.key ?? null);
    for (const [shopId, store] of stores) this.#allowances.watch(shopId, store);
    return answers;
  }

  /** One request a key, by secret. A store's block is asked for with the first of its keys. */
  #leaseRequests(secrets: readonly string[], now: number): Map<string, LeaseRequest> {
    const requests = new Map<string, LeaseRequest>();
    const byShop = new Map<bigint, { request: LeaseRequest; waiting: number }>();
    for (const secret of secrets) {
      const known = requests.get(secret);
      const request = known ?? { hash: hashOf(secret), calls: 0, minuteBlock: 0, dayBlock: 0 };
      request.calls += 1;
      if (!known) requests.set(secret, request);
      const shopId = this.#keys.peek(secret)?.shop.id;
      if (shopId === undefined) continue;
      const shop = byShop.get(shopId);
      if (shop) shop.waiting += 1;
      else byShop.set(shopId, { request, waiting: 1 });
    }
    for (const [shopId, { request, waiting }] of byShop) {
      const block = this.#allowances.of(shopId).wantedBlock(now, waiting);
      request.minuteBlock = block.minute;
      request.dayBlock = block.day;
    }
    return requests;
  }

  /** A store's grant came with each of its keys, and counts once. */
  #recordGrants(counted: Iterable<CountedKey>, now: number): Map<bigint, StoreAllowance> {
    const stores = new Map<bigint, StoreAllowance>();
    for (const { key, minute, day } of counted) {
      if (stores.has(key.shop.id)) continue;
      const store = this.#allowances.of(key.shop.id);
      store.record(minute, day, now);
      stores.set(key.shop.id, store);
    }
    return stores;
  }
}

function hashOf(secret: string): string {
  return hash("sha256", secret, "hex");
}
