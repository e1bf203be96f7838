import type { Pool } from "pg";
import { prepared } from "#app/lib/prepared.ts";
import { workingZone } from "#app/lib/zones.ts";
import type { Shop, ShopPlan } from "../shops/shop.ts";
import { isScope, type Scope } from "./scopes.ts";

/** A valid key, with the store it belongs to. */
export interface RecognizedKey {
  readonly keyId: bigint;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly shop: Shop;
  /** The database server's time from which on it is not valid any more; null for no end. */
  readonly expiresAt: Date | null;
}

/** Columns that {@link toRecognizedKey} reads, of `api_keys k` joined with `shops s`. */
export const KEY_COLUMNS = `k.id AS key_id, k.name AS key_name, k.scopes, k.expires_at, s.id AS shop_id, s.domain,
  s.name AS shop_name, s.contact_email, s.iana_timezone, s.currency, s.taxes_on_top, s.plan, s.is_development, s.installed_at, s.clock_offset_ms,
  s.proxy_path`;

/**
 * When a key is valid: not revoked, not expired, of an active store. Expiry is the database server's time:
 * a test clock must not bring an ended key back.
 */
export const KEY_IS_VALID =
  "k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) AND s.status = 'active'";

export interface KeyRow {
  key_id: string;
  key_name: string;
  scopes: string[];
  expires_at: Date | null;
  shop_id: string;
  domain: string;
  shop_name: string;
  contact_email: string;
  iana_timezone: string;
  currency: string;
  taxes_on_top: boolean;
  plan: string;
  is_development: boolean;
  installed_at: Date;
  clock_offset_ms: string;
  proxy_path: string;
}

const FIND_KEYS = `
  SELECT extract(epoch FROM now()) * 1000 AS server_ms, keyed.*
  FROM (VALUES (1)) AS always
  LEFT JOIN (
    SELECT encode(k.key_hash, 'hex') AS hash, ${KEY_COLUMNS} FROM api_keys k JOIN shops s ON s.id = k.shop_id
    WHERE k.key_hash = ANY (SELECT decode(h, 'hex') FROM unnest($1::text[]) AS h) AND ${KEY_IS_VALID}
  ) keyed ON true`;

/**
 * Looks keys up by hash, in one indexed query.
 *
 * @param hashes SHA-256 of each key in hexadecimal.
 * @returns by hash, without the keys that are unknown, revoked, expired, or of a store that is not active.
 *   `serverMs`: the database server's time.
 */
export async function findApiKeys(
  pool: Pick<Pool, "query">,
  hashes: readonly string[],
): Promise<{ keys: Map<string, RecognizedKey>; serverMs: number }> {
  const { rows } = await pool.query<KeyRow & { hash: string | null; server_ms: string }>(
    prepared(FIND_KEYS, [[...new Set(hashes)]]),
  );
  const keys = new Map<string, RecognizedKey>();
  for (const row of rows) if (row.hash !== null) keys.set(row.hash, toRecognizedKey(row));
  return { keys, serverMs: Number(rows[0]?.server_ms) };
}

export function toRecognizedKey(row: KeyRow): RecognizedKey {
  return {
    keyId: BigInt(row.key_id),
    name: row.key_name,
    scopes: row.scopes.filter(isScope),
    expiresAt: row.expires_at,
    shop: {
      id: BigInt(row.shop_id),
      domain: row.domain,
      name: row.shop_name,
      contactEmail: row.contact_email,
      ianaTimezone: workingZone(row.iana_timezone),
      currency: row.currency,
      taxesOnTop: row.taxes_on_top,
      plan: row.plan as ShopPlan,
      status: "active",
      isDevelopment: row.is_development,
      installedAt: row.installed_at,
      clockOffsetMs: Number(row.clock_offset_ms),
      proxyPath: row.proxy_path,
      // No call of an interface brings in what was set aside.
      hasSetAside: false,
    },
  };
}
