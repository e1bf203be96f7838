import type { Pool } from "pg";
import type { Shop, ShopPlan } from "../shops/shop.ts";
import { hashApiKey, isApiKey } from "./api-key-format.ts";
import { isScope, type Scope } from "./scopes.ts";

/** A key that works now, with the store it belongs to. */
export interface RecognisedKey {
  readonly keyId: bigint;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly shop: Shop;
}

/** Columns that {@link toRecognisedKey} reads, of `api_keys k` joined with `shops s`. */
export const KEY_COLUMNS = `k.id AS key_id, k.name AS key_name, k.scopes, s.id AS shop_id, s.domain,
  s.name AS shop_name, s.contact_email, s.iana_timezone, s.currency, s.plan, s.is_development, s.clock_offset_ms`;

/**
 * When a key works: not revoked, not expired, of an active store. Expiry is the database server's time:
 * a test clock must not bring an ended key back.
 */
export const KEY_WORKS =
  "k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) AND s.status = 'active'";

export interface KeyRow {
  key_id: string;
  key_name: string;
  scopes: string[];
  shop_id: string;
  domain: string;
  shop_name: string;
  contact_email: string;
  iana_timezone: string;
  currency: string;
  plan: string;
  is_development: boolean;
  clock_offset_ms: string;
}

const FIND_KEY = `
  SELECT ${KEY_COLUMNS} FROM api_keys k JOIN shops s ON s.id = k.shop_id
  WHERE k.key_hash = $1 AND ${KEY_WORKS}`;

/**
 * Recognises what a caller sent as its key, in one indexed query. A text whose checksum is wrong is
 * refused without touching the database.
 *
 * @returns null for a key that is malformed, unknown, revoked, expired, or of a store that is not active.
 */
export async function findApiKey(
  pool: Pick<Pool, "query">,
  secret: string,
): Promise<RecognisedKey | null> {
  if (!isApiKey(secret)) return null;
  const { rows } = await pool.query<KeyRow>({
    name: "find-api-key",
    text: FIND_KEY,
    values: [hashApiKey(secret)],
  });
  const row = rows[0];
  return row ? toRecognisedKey(row) : null;
}

export function toRecognisedKey(row: KeyRow): RecognisedKey {
  return {
    keyId: BigInt(row.key_id),
    name: row.key_name,
    scopes: row.scopes.filter(isScope),
    shop: {
      id: BigInt(row.shop_id),
      domain: row.domain,
      name: row.shop_name,
      contactEmail: row.contact_email,
      ianaTimezone: row.iana_timezone,
      currency: row.currency,
      plan: row.plan as ShopPlan,
      status: "active",
      isDevelopment: row.is_development,
      clockOffsetMs: Number(row.clock_offset_ms),
    },
  };
}
