import type { ShopContext } from "../../context.ts";

/**
 * Remembers that a key has read an export, and how far it has come, in machine time as all that is about keys.
 *
 * @param read.reached the highest id that the page gave, or the number of the page; null for a page without rows: whatever was
 *   asked for, the key has come no further.
 */
export async function recordRead(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  read: { keyId: bigint; export: string; reached: number | null },
): Promise<void> {
  const { keyId, export: name, reached } = read;
  await db.prisma.$executeRaw`
    INSERT INTO export_reads AS r (shop_id, api_key_id, export, read_at, reached, pages)
    VALUES (${shop.id}, ${keyId}, ${name}, ${new Date()}, ${BigInt(reached ?? 0)}, 1)
    ON CONFLICT (shop_id, api_key_id, export) DO UPDATE
    SET read_at = excluded.read_at, pages = r.pages + 1,
      reached = CASE WHEN ${reached !== null} THEN excluded.reached ELSE r.reached END`;
}
