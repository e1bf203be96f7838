import type { Queries } from "#app/lib/db.ts";
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
  await db.transaction((tx) => removeExportFileWithin(tx, { shopId: shop.id, fileId }, reason));
}

/** The same in the caller's transaction. */
export async function removeExportFileWithin(
  tx: Queries,
  { shopId, fileId }: { shopId: bigint; fileId: bigint },
  reason: string,
): Promise<void> {
  await tx.exportFile.updateMany({
    where: { shopId, id: fileId, state: { not: "removed" } },
    data: { state: "removed", reason },
  });
  await tx.exportFilePart.deleteMany({ where: { shopId, fileId } });
}
