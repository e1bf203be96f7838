import type { Pool } from "pg";
import { z } from "zod";
import type { ShopContext } from "../context.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const settingsSchema = z.object({ block_seen_at: z.iso.datetime().optional().catch(undefined) });

/** When each store's was written last, as this process knows. */
const written = new WeakMap<Pool, Map<bigint, number>>();

/**
 * Remembers that a shopper's browser has called by one of the theme's blocks: whether a block is on the theme is
 * read from that, without the permission to read themes. Written once a day.
 */
export async function recordBlockSeen({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<void> {
  const known = written.get(db.processPool) ?? new Map<bigint, number>();
  written.set(db.processPool, known);
  const now = Date.now();
  if (now - (known.get(shop.id) ?? 0) < DAY_MS) return;
  known.set(shop.id, now);
  const seen = JSON.stringify({ block_seen_at: new Date(now).toISOString() });
  await db.prisma.$executeRaw`
    UPDATE shops SET settings = settings || ${seen}::jsonb WHERE id = ${shop.id}`;
}

/** When a block called last, to the day; null when none has yet. */
export async function readBlockSeen({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<Date | null> {
  const where = { id: shop.id };
  const row = await db.prisma.shop.findUniqueOrThrow({ where, select: { settings: true } });
  const { block_seen_at } = settingsSchema.parse(row.settings);
  return block_seen_at === undefined ? null : new Date(block_seen_at);
}
