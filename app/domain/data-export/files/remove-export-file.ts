import type { ShopContext } from "../../context.ts";

/**
 * Removes what is in a file. What it was stays in the list, without a link. Safe to repeat.
 *
 * @param reason in words for the merchant.
 */
export async function removeExportFile(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  fileId: bigint,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.exportFile.updateMany({
      where: { shopId: shop.id, id: fileId, state: { not: "removed" } },
      data: { state: "removed", reason },
    });
    await tx.exportFilePart.deleteMany({ where: { shopId: shop.id, fileId } });
  });
}
