import type { ApiKey } from "#app/domain/api-keys/api-key.ts";
import { API_KEY_PREFIX } from "#app/domain/api-keys/api-key-format.ts";
import type { CollectionAccess } from "#app/domain/data-export/collection-access.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import type { Formats } from "#app/ui/format.ts";

/** The Collection API in the words of the settings page. */
export interface CollectionView {
  /** Since when it is off; null while it is on. */
  offSince: string | null;
  /** Working keys that have called it, the latest caller first. */
  callers: { id: string; name: string; hint: string; lastCall: string }[];
}

/** @param keys those that work. */
export function showCollection(
  { offSince, calls }: CollectionAccess,
  keys: readonly ApiKey[],
  shop: Pick<Shop, "ianaTimezone">,
  formats: Formats,
): CollectionView {
  const at = (instant: Date) => formats.instant(instant, shop.ianaTimezone);
  const callers = keys.flatMap((key) => {
    const last = lastCallOf(key, calls);
    return last ? [{ key, last }] : [];
  });
  return {
    offSince: offSince && at(offSince),
    callers: callers
      .sort((a, b) => b.last.getTime() - a.last.getTime())
      .map(({ key, last }) => ({
        id: String(key.id),
        name: key.name,
        hint: `${API_KEY_PREFIX}…${key.lastFour}`,
        lastCall: at(last),
      })),
  };
}

/** A key's "last used" is to the minute, but only where nothing else was called since. */
function lastCallOf(key: ApiKey, calls: CollectionAccess["calls"]): Date | null {
  const recorded = calls.get(String(key.id)) ?? null;
  const used = key.lastUsedFor === "collection" ? key.lastUsedAt : null;
  if (!recorded || !used) return recorded ?? used;
  return used > recorded ? used : recorded;
}
