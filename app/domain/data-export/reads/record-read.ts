import type { ShopContext } from "../../context.ts";

/**
 * Remembers how far a key has read an export, in machine time as all that is about keys.
 *
 * @param read.reached the highest id that the page gave, or the number of the page.
 */
export async function recordRead(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  read: { keyId: bigint; export: string; reached: number },
): Promise<void> {
  await db.prisma.$executeRaw`
    INSERT INTO export_reads AS r (shop_id, api_key_id, export, read_at, reached, pages)
    VALUES (${shop.id}, ${read.keyId}, ${read.export}, ${new Date()}, ${BigInt(read.reached)}, 1)
    ON CONFLICT (shop_id, api_key_id, export) DO UPDATE
    SET read_at = excluded.read_at, reached = excluded.reached, pages = r.pages + 1`;
}
