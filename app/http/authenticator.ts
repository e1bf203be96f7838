import { hash } from "node:crypto";
import type { Pool } from "pg";
import { isApiKey } from "#app/domain/api-keys/api-key-format.ts";
import { findApiKey, type RecognizedKey } from "#app/domain/api-keys/find-api-key.ts";
import { touchApiKey } from "#app/domain/api-keys/touch-api-key.ts";
import { countCalls } from "#app/domain/rate-limits/count-calls.ts";
import { PLAN_LIMITS, type RateLimits } from "#app/domain/rate-limits/plan-limits.ts";
import { evaluateRateLimit, type LimitState } from "#app/domain/rate-limits/window.ts";
import type { ShopPlan } from "#app/domain/shops/shop.ts";
import { Coalescer } from "#app/lib/coalescer.ts";

/** Recognises API keys, and counts the calls of stores whose interface has limits. */
export interface Authenticator {
  /**
   * @param secret what the caller sent as its key.
   * @param usedFor the interface, for "last used" in the settings.
   * @returns null for a key that is malformed, unknown, revoked, expired or of a store that is not active.
   */
  recognizeKey(secret: string, usedFor: string): Promise<RecognizedKey | null>;
  /** The same, and counts the call and says whether the store is within its limits. */
  authenticateAndCount(secret: string, usedFor: string): Promise<CountedCall | null>;
}

interface CountedCall {
  key: RecognizedKey;
  limit: LimitState;
}

/**
 * @param countingPool for keys and counts of limited interfaces. Its commits need not wait for the disk:
 *   a crash of the database server would at worst forgive the calls of its last fraction of a second.
 */
export function createAuthenticator(
  pool: Pool,
  countingPool: Pool,
  limits: Readonly<Record<ShopPlan, RateLimits>> = PLAN_LIMITS,
): Authenticator {
  const calls = new Coalescer((hashes: string[]) => countBatch(countingPool, hashes, limits));
  return {
    recognizeKey: async (secret, usedFor) => {
      const key = await findApiKey(pool, secret);
      if (key) touchApiKey(pool, key, usedFor);
      return key;
    },
    authenticateAndCount: async (secret, usedFor) => {
      if (!isApiKey(secret)) return null;
      const counted = await calls.call(hash("sha256", secret, "hex"));
      if (counted) touchApiKey(pool, counted.key, usedFor);
      return counted;
    },
  };
}

/** Admits calls that waited together; of one store's calls the first takes the lowest place. */
async function countBatch(
  pool: Pool,
  hashes: readonly string[],
  limits: Readonly<Record<ShopPlan, RateLimits>>,
): Promise<(CountedCall | null)[]> {
  const callsByHash = new Map<string, number>();
  for (const key of hashes) callsByHash.set(key, (callsByHash.get(key) ?? 0) + 1);
  const counted = await countCalls(pool, callsByHash);
  const still = new Map<bigint, number>();
  for (const [key, { key: recognised }] of counted) {
    const { id } = recognised.shop;
    still.set(id, (still.get(id) ?? 0) + (callsByHash.get(key) ?? 0));
  }
  return hashes.map((key) => {
    const found = counted.get(key);
    if (!found) return null;
    const { id, plan } = found.key.shop;
    const later = (still.get(id) ?? 1) - 1;
    still.set(id, later);
    const { use } = found;
    const minuteUsed = use.minuteUsed - later;
    const dayUsed = use.dayUsed - later;
    return {
      key: found.key,
      limit: evaluateRateLimit({ ...use, minuteUsed, dayUsed }, limits[plan]),
    };
  });
}
