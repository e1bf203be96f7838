import type { Pool } from "pg";
import { z } from "zod";
import type { ShopContext } from "../context.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Any block of the theme, or one of loyalty. */
type BlockKind = "any" | "loyalty";

/** Where `shops.settings` keeps it. */
const KEYS = { any: "block_seen_at", loyalty: "loyalty_block_seen_at" } as const;

const instant = z.iso.datetime().optional().catch(undefined);
const settingsSchema = z.object({ [KEYS.any]: instant, [KEYS.loyalty]: instant });

/** When each store's was written last, as this process knows, by kind and store. */
const written = new WeakMap<Pool, Map<string, number>>();

/**
 * Remembers that a shopper's browser has called by one of the theme's blocks: whether a block is on the theme is
 * read from that, without the permission to read themes. Written once a day.
 */
export async function recordBlockSeen(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  kind: BlockKind = "any",
): Promise<void> {
  const known = written.get(db.processPool) ?? new Map<string, number>();
  written.set(db.processPool, known);
  const now = Date.now();
  const name = `${kind}/${shop.id}`;
  if (now - (known.get(name) ?? 0) < DAY_MS) return;
  known.set(name, now);
  const seen = JSON.stringify({ [KEYS[kind]]: new Date(now).toISOString() });
  await db.prisma.$executeRaw`
    UPDATE shops SET settings = settings || ${seen}::jsonb WHERE id = ${shop.id}`;
}

/** When a block called last, to the day; null when none has yet. */
export async function readBlockSeen(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  kind: BlockKind = "any",
): Promise<Date | null> {
  const where = { id: shop.id };
  const row = await db.prisma.shop.findUniqueOrThrow({ where, select: { settings: true } });
  const at = settingsSchema.parse(row.settings)[KEYS[kind]];
  return at === undefined ? null : new Date(at);
}
