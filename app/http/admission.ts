import { hash } from "node:crypto";
import type { Pool } from "pg";
import { Coalescer } from "#app/core/coalescer.ts";
import { isApiKey } from "#app/domain/api-keys/api-key-format.ts";
import { findApiKey, type RecognisedKey } from "#app/domain/api-keys/find-api-key.ts";
import { touchApiKey } from "#app/domain/api-keys/touch-api-key.ts";
import { admitCalls } from "#app/domain/rate-limits/admit-calls.ts";
import { PLAN_LIMITS, type RateLimits } from "#app/domain/rate-limits/plan-limits.ts";
import { judgeUse, type LimitState } from "#app/domain/rate-limits/window.ts";
import type { ShopPlan } from "#app/domain/shops/shop.ts";

/** Recognises API keys, and counts the calls of stores whose interface has limits. */
export interface Admission {
  /**
   * @param secret what the caller sent as its key.
   * @param usedFor the interface, for "last used" in the settings.
   * @returns null for a key that is malformed, unknown, revoked, expired or of a store that is not active.
   */
  recogniseKey(secret: string, usedFor: string): Promise<RecognisedKey | null>;
  /** The same, and counts the call and says whether the store is within its limits. */
  admitCall(secret: string, usedFor: string): Promise<AdmittedCall | null>;
}

interface AdmittedCall {
  key: RecognisedKey;
  limit: LimitState;
}

/**
 * @param countingPool for keys and counts of limited interfaces. Its commits need not wait for the disk:
 *   a crash of the database server would at worst forgive the calls of its last fraction of a second.
 */
export function createAdmission(
  pool: Pool,
  countingPool: Pool,
  limits: Readonly<Record<ShopPlan, RateLimits>> = PLAN_LIMITS,
): Admission {
  const calls = new Coalescer((hashes: string[]) => admitBatch(countingPool, hashes, limits));
  return {
    recogniseKey: async (secret, usedFor) => {
      const key = await findApiKey(pool, secret);
      if (key) touchApiKey(pool, key, usedFor);
      return key;
    },
    admitCall: async (secret, usedFor) => {
      if (!isApiKey(secret)) return null;
      const admitted = await calls.call(hash("sha256", secret, "hex"));
      if (admitted) touchApiKey(pool, admitted.key, usedFor);
      return admitted;
    },
  };
}

/** Admits calls that waited together; of one store's calls the first takes the lowest place. */
async function admitBatch(
  pool: Pool,
  hashes: readonly string[],
  limits: Readonly<Record<ShopPlan, RateLimits>>,
): Promise<(AdmittedCall | null)[]> {
  const callsByHash = new Map<string, number>();
  for (const key of hashes) callsByHash.set(key, (callsByHash.get(key) ?? 0) + 1);
  const admitted = await admitCalls(pool, callsByHash);
  const still = new Map<bigint, number>();
  for (const [key, { key: recognised }] of admitted) {
    const { id } = recognised.shop;
    still.set(id, (still.get(id) ?? 0) + (callsByHash.get(key) ?? 0));
  }
  return hashes.map((key) => {
    const found = admitted.get(key);
    if (!found) return null;
    const { id, plan } = found.key.shop;
    const later = (still.get(id) ?? 1) - 1;
    still.set(id, later);
    const { use } = found;
    const minuteUsed = use.minuteUsed - later;
    const dayUsed = use.dayUsed - later;
    return {
      key: found.key,
      limit: judgeUse({ ...use, minuteUsed, dayUsed }, limits[plan]),
    };
  });
}
