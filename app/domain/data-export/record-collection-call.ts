import type { Pool } from "pg";
import type { ShopContext } from "../context.ts";

const WRITE_EVERY_MS = 10 * 60_000;

/** When each key's was written last, as this process knows. */
const written = new WeakMap<Pool, Map<bigint, number>>();

/**
 * Remembers that a key has called the Collection API, so that its merchant sees who would miss it: a key's own "last used"
 * names its latest interface alone. Written every ten minutes, in machine time as all that is about keys.
 */
export async function recordCollectionCall(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  keyId: bigint,
): Promise<void> {
  const known = written.get(db.processPool) ?? new Map<bigint, number>();
  written.set(db.processPool, known);
  const now = Date.now();
  if (now - (known.get(keyId) ?? 0) < WRITE_EVERY_MS) return;
  known.set(keyId, now);
  const call = JSON.stringify({ [String(keyId)]: new Date(now).toISOString() });
  await db.prisma.$executeRaw`
    UPDATE shops SET settings = settings
      || jsonb_build_object('collection_calls', coalesce(settings -> 'collection_calls', '{}') || ${call}::jsonb)
    WHERE id = ${shop.id}`;
}
