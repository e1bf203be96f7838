import type { Pool } from "pg";
import type { RecognizedKey } from "./find-api-keys.ts";

/** A key's last use is written at most this often: "last used" is for people, to the minute. */
const WRITE_EVERY_MS = 60_000;
/** How long uses are gathered before they are written in one statement. */
const GATHER_MS = 1_000;

interface KeyUse {
  shopId: string;
  keyId: string;
  usedAt: Date;
  usedFor: string;
}

interface GatheredUses {
  /** Key id → when its use was last handed to the database by this process. */
  writtenAt: Map<string, number>;
  waiting: Map<string, KeyUse>;
  writing: Promise<void> | null;
  timer: NodeJS.Timeout | null;
}

type QueryPool = Pick<Pool, "query">;

const gatheredByPool = new WeakMap<QueryPool, GatheredUses>();

const WRITE_USES = `
  UPDATE api_keys k SET last_used_at = u.used_at, last_used_for = u.used_for
  FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::text[]) AS u (shop_id, id, used_at, used_for)
  WHERE k.shop_id = u.shop_id AND k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.used_at)`;

/**
 * Records that a key was used, and for which API. Returns immediately: uses are buffered and written together,
 * at most once a minute per key. A use lost in a crash only makes "last used" less exact.
 */
export function touchApiKey(pool: QueryPool, key: RecognizedKey, usedFor: string): void {
  const gathered = gatheredOf(pool);
  const keyId = String(key.keyId);
  const now = Date.now();
  const written = gathered.writtenAt.get(keyId);
  if (written !== undefined && now - written < WRITE_EVERY_MS) return;
  gathered.writtenAt.set(keyId, now);
  gathered.waiting.set(keyId, {
    shopId: String(key.shop.id),
    keyId,
    usedAt: new Date(now),
    usedFor,
  });
  gathered.timer ??= setTimeout(() => void flushApiKeyTouches(pool), GATHER_MS).unref();
}

/** Writes what has been gathered so far: before keys are shown, and at the end of a process. Never rejects. */
export async function flushApiKeyTouches(pool: QueryPool): Promise<void> {
  const gathered = gatheredOf(pool);
  if (gathered.timer) clearTimeout(gathered.timer);
  gathered.timer = null;
  await gathered.writing;
  const uses = [...gathered.waiting.values()];
  if (uses.length === 0) return;
  gathered.waiting.clear();
  gathered.writing = writeUses(pool, uses).catch(() => {
    // The database is away: the next request that carries the key will note its use again.
    for (const use of uses) gathered.writtenAt.delete(use.keyId);
  });
  await gathered.writing;
}

async function writeUses(pool: QueryPool, uses: KeyUse[]): Promise<void> {
  await pool.query(WRITE_USES, [
    uses.map((use) => use.shopId),
    uses.map((use) => use.keyId),
    uses.map((use) => use.usedAt),
    uses.map((use) => use.usedFor),
  ]);
}

function gatheredOf(pool: QueryPool): GatheredUses {
  let gathered = gatheredByPool.get(pool);
  if (!gathered) {
    gathered = { writtenAt: new Map(), waiting: new Map(), writing: null, timer: null };
    gatheredByPool.set(pool, gathered);
  }
  return gathered;
}
