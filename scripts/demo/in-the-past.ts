import type { Database } from "#app/lib/db.ts";

const LONG_AGO_MS = -400 * 86_400_000;

/**
 * Tells a store's past while jobs may be running: for so long the store's own clock stands far back, where
 * nothing of what is told has fallen due yet. What is due in truth is found by the next sweep.
 */
export async function inThePast<T>(
  db: Database,
  shopId: bigint,
  tell: () => Promise<T>,
): Promise<T> {
  const where = { id: shopId };
  const found = (await db.prisma.shop.findUniqueOrThrow({ where })).clockOffsetMs;
  // Where an earlier telling was killed, its own setting is what is found.
  const clockOffsetMs = found === BigInt(LONG_AGO_MS) ? 0n : found;
  await db.prisma.shop.update({ where, data: { clockOffsetMs: BigInt(LONG_AGO_MS) } });
  try {
    return await tell();
  } finally {
    await db.prisma.shop.update({ where, data: { clockOffsetMs } });
  }
}
