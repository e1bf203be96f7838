import type { Database } from "#app/lib/db.ts";

const LONG_AGO_MS = -400 * 86_400_000;

/**
 * Seeds a store's history while jobs may be running: until it is done the store's clock is set far back, where
 * none of the seeded tasks is due yet. The next sweep finds what is really due.
 */
export async function inThePast<T>(
  db: Database,
  shopId: bigint,
  seed: () => Promise<T>,
): Promise<T> {
  const where = { id: shopId };
  const found = (await db.prisma.shop.findUniqueOrThrow({ where })).clockOffsetMs;
  // A seeding run that was killed left its own setting behind.
  const clockOffsetMs = found === BigInt(LONG_AGO_MS) ? 0n : found;
  await db.prisma.shop.update({ where, data: { clockOffsetMs: BigInt(LONG_AGO_MS) } });
  try {
    return await seed();
  } finally {
    await db.prisma.shop.update({ where, data: { clockOffsetMs } });
  }
}
