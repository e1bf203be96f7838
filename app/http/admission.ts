import type { Pool } from "pg";
import { findApiKey, type RecognisedKey } from "#app/domain/api-keys/find-api-key.ts";
import { touchApiKey } from "#app/domain/api-keys/touch-api-key.ts";
import { countRequests } from "#app/domain/rate-limits/count-requests.ts";
import { PLAN_LIMITS } from "#app/domain/rate-limits/plan-limits.ts";
import { judgeUse, type LimitState } from "#app/domain/rate-limits/window.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { Coalescer } from "./coalescer.ts";

/** Recognises keys and counts calls. Requests that wait at the same time share one query. */
export interface Admission {
  /**
   * @param secret what the caller sent as its key.
   * @param usedFor the interface, for "last used" in the settings.
   * @returns null for a key that is malformed, unknown, revoked, expired or of a store that is not active.
   */
  recogniseKey(secret: string, usedFor: string): Promise<RecognisedKey | null>;
  /** Counts one call of the store and says whether it is within its limits. */
  countCall(shop: Shop): Promise<LimitState>;
}

/**
 * @param pool for key look-ups.
 * @param countingPool for counting; its commits need not wait for the disk, since a crash of the
 *   database server would at worst forgive the calls of its last fraction of a second.
 */
export function createAdmission(pool: Pool, countingPool: Pool): Admission {
  const counts = new Coalescer(async (shops: Shop[]) => {
    const callsByShop = new Map<string, number>();
    for (const shop of shops) {
      const id = String(shop.id);
      callsByShop.set(id, (callsByShop.get(id) ?? 0) + 1);
    }
    const calls = [...callsByShop].map(([shopId, count]) => ({ shopId, calls: count }));
    const uses = await countRequests(countingPool, calls);
    return shops.map((shop) => {
      const id = String(shop.id);
      const use = uses.get(id);
      if (!use) throw new Error(`Store ${id} vanished while its call was counted.`);
      // The calls of one batch take their places one after another, the first of them lowest.
      const later = (callsByShop.get(id) ?? 1) - 1;
      callsByShop.set(id, later);
      return judgeUse(
        { ...use, minuteUsed: use.minuteUsed - later, dayUsed: use.dayUsed - later },
        PLAN_LIMITS[shop.plan],
      );
    });
  });
  return {
    recogniseKey: async (secret, usedFor) => {
      const key = await findApiKey(pool, secret);
      if (key) touchApiKey(pool, key, usedFor);
      return key;
    },
    countCall: (shop) => counts.call(shop),
  };
}
