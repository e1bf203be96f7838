import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { makeExportFileJob } from "./export-file-jobs.ts";

/**
 * Removes every file of a store, because each may hold a person whose data is erased in the same transaction; one that is
 * being made begins again. The caller has taken the store's lock, without which no file is requested.
 */
export async function renewExportFiles(tx: Queries, shopId: bigint): Promise<void> {
  const changed = await tx.$queryRaw<{ id: bigint; state: string }[]>`
    UPDATE export_files SET state = CASE state WHEN 'running' THEN 'waiting' ELSE 'removed' END,
      reason = CASE state WHEN 'ready' THEN 'A customer’s data was erased since. Make the file again.' END
    WHERE shop_id = ${shopId} AND state IN ('running', 'ready')
    RETURNING id, state`;
  await tx.exportFilePart.deleteMany({
    where: { shopId, fileId: { in: changed.map(({ id }) => id) } },
  });
  for (const { id, state } of changed) {
    if (state === "waiting") await addJob(tx, makeExportFileJob, { shopId, fileId: id });
  }
}
