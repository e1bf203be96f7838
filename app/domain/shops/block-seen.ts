import type { Pool } from "pg";
import { z } from "zod";
import { instantText } from "#app/lib/instants.ts";
import type { ShopContext } from "../context.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A block that no signed-in shopper has opened for longer may be gone from the theme. */
const RECENT_DAYS = 14;

/** Any block of the theme, or one of loyalty. */
type BlockKind = "any" | "loyalty";

/** Where `shops.settings` keeps it. */
const KEYS = { any: "block_seen_at", loyalty: "loyalty_block_seen_at" } as const;

const instant = instantText().optional().catch(undefined);
const settingsSchema = z.object({ [KEYS.any]: instant, [KEYS.loyalty]: instant });

/** When a block called last. */
export interface BlockSeen {
  /** By the store's clock, to the day. */
  at: Date;
  /** Whole days since. */
  daysAgo: number;
  /** Whether it can be taken to be on the theme still. */
  isRecent: boolean;
}

/** When each store's was written last, as this process knows, by kind and store. */
const written = new WeakMap<Pool, Map<string, number>>();

/**
 * Remembers that a shopper's browser has called by one of the theme's blocks: whether a block is on the theme is
 * read from that, without the permission to read themes. Written once a day.
 */
export async function recordBlockSeen(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  kind: BlockKind = "any",
): Promise<void> {
  const known = written.get(db.processPool) ?? new Map<string, number>();
  written.set(db.processPool, known);
  const now = clock.now();
  const name = `${kind}/${shop.id}`;
  if (now.getTime() - (known.get(name) ?? 0) < DAY_MS) return;
  known.set(name, now.getTime());
  const seen = JSON.stringify({ [KEYS[kind]]: now.toISOString() });
  await db.prisma.$executeRaw`
    UPDATE shops SET settings = settings || ${seen}::jsonb WHERE id = ${shop.id}`;
}

/** When a block called last; null when none has since the app was installed. */
export async function readBlockSeen(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  kind: BlockKind = "any",
): Promise<BlockSeen | null> {
  const row = await db.prisma.shop.findUniqueOrThrow({
    where: { id: shop.id },
    select: { settings: true, installedAt: true },
  });
  const text = settingsSchema.parse(row.settings)[KEYS[kind]];
  if (text === undefined) return null;
  const at = new Date(text);
  // Uninstalling takes the blocks off the theme: those of before are not there any more.
  if (at < row.installedAt) return null;
  const daysAgo = Math.max(0, Math.floor((clock.now().getTime() - at.getTime()) / DAY_MS));
  return { at, daysAgo, isRecent: daysAgo <= RECENT_DAYS };
}
