import type { ApiKey, ApiKeyState } from "#app/domain/api-keys/api-key.ts";
import { API_KEY_PREFIX } from "#app/domain/api-keys/api-key-format.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import type { Formats } from "#app/ui/format.ts";

/** An API key in the words of the settings page. */
export interface KeyView {
  id: string;
  name: string;
  /** Its visible part, for example "pk_live_…x7Qa". */
  hint: string;
  scopes: string[];
  created: string;
  /** "Never", or when and for which interface. */
  lastUsed: string;
  state: ApiKeyState;
  /** When an overlap or the key itself ended or will end; null for a key without an end. */
  ends: string | null;
}

const INTERFACE_NAMES: Readonly<Record<string, string>> = {
  core: "the core REST API",
  data: "the Data API",
  collection: "the Collection API",
  store_credit: "the Store Credit Management API",
  churn: "the Churn API",
};

export function showKey(key: ApiKey, shop: Pick<Shop, "ianaTimezone">, formats: Formats): KeyView {
  const at = (instant: Date) => formats.instant(instant, shop.ianaTimezone);
  const usedFor = key.lastUsedFor ? (INTERFACE_NAMES[key.lastUsedFor] ?? key.lastUsedFor) : null;
  const ends = key.revokedAt ?? key.expiresAt;
  return {
    id: String(key.id),
    name: key.name,
    hint: `${API_KEY_PREFIX}…${key.lastFour}`,
    scopes: [...key.scopes],
    created: `${at(key.createdAt)} by ${key.createdBy}`,
    lastUsed: key.lastUsedAt ? `${at(key.lastUsedAt)}${usedFor ? ` for ${usedFor}` : ""}` : "Never",
    state: key.state,
    ends: ends ? at(ends) : null,
  };
}
