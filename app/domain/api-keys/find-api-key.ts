import type { Pool } from "pg";
import { Coalescer } from "#app/lib/coalescer.ts";
import type { Shop, ShopPlan } from "../shops/shop.ts";
import { hashApiKey, isApiKey } from "./api-key-format.ts";
import { isScope, type Scope } from "./scopes.ts";

/** A key that works now, with the store it belongs to. */
export interface RecognizedKey {
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

const FIND_KEYS = `
  SELECT encode(k.key_hash, 'hex') AS hash, ${KEY_COLUMNS} FROM api_keys k JOIN shops s ON s.id = k.shop_id
  WHERE k.key_hash = ANY ($1) AND ${KEY_WORKS}`;

type QueryPool = Pick<Pool, "query">;

const lookUps = new WeakMap<QueryPool, Coalescer<Buffer, RecognizedKey | null>>();

/**
 * Recognises what a caller sent as its key, in one indexed query, which look-ups that arrive together share.
 * A text whose checksum is wrong is refused without touching the database.
 *
 * @returns null for a key that is malformed, unknown, revoked, expired, or of a store that is not active.
 */
export async function findApiKey(pool: QueryPool, secret: string): Promise<RecognizedKey | null> {
  if (!isApiKey(secret)) return null;
  let lookUp = lookUps.get(pool);
  if (!lookUp) {
    lookUp = new Coalescer((hashes: Buffer[]) => findKeys(pool, hashes));
    lookUps.set(pool, lookUp);
  }
  return lookUp.call(hashApiKey(secret));
}

async function findKeys(pool: QueryPool, hashes: Buffer[]): Promise<(RecognizedKey | null)[]> {
  const names = hashes.map((hash) => hash.toString("hex"));
  const distinct = new Map(names.map((name, at) => [name, hashes[at]]));
  const { rows } = await pool.query<KeyRow & { hash: string }>({
    name: "find-api-keys",
    text: FIND_KEYS,
    values: [[...distinct.values()]],
  });
  const found = new Map(rows.map((row) => [row.hash, toRecognisedKey(row)]));
  return names.map((name) => found.get(name) ?? null);
}

export function toRecognisedKey(row: KeyRow): RecognizedKey {
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
