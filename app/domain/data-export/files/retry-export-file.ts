import { AppError } from "#app/lib/app-error.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { makeExportFileJob } from "./export-file-jobs.ts";

/**
 * Has a file made whose job was given up. Safe to repeat: of two runs the later one makes it.
 *
 * @throws AppError not_found for a file that is made already, or was removed.
 */
export async function retryExportFile(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  fileId: bigint,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { count } = await tx.exportFile.updateMany({
      where: { shopId: shop.id, id: fileId, state: { in: ["waiting", "running"] } },
      data: { state: "waiting", reason: null },
    });
    if (count === 0) throw new AppError("not_found", "This file is no longer to be made.");
    await addJob(tx, makeExportFileJob, { shopId: shop.id, fileId });
  });
}
