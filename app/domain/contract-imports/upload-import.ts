import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { lineText } from "#app/lib/line-text.ts";
import { shortened } from "#app/lib/storable-text.ts";
import type { ShopContext } from "../context.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import { checkImportTask } from "./import-tasks.ts";
import { type ImportLineText, readImportFile } from "./lines/read-import-file.ts";

const LONGEST_NAME = 200;
/** So many lines are written at once: no part of it holds the event loop for long. */
const LINES_AT_ONCE = 250;

/**
 * Stores a file of contracts and has each line checked by a due task. Nothing is made. The same content, while it waits
 * for its confirmation, is the same import, which is checked again.
 *
 * @returns the internal id of the import.
 * @throws AppError invalid_input, with the field `file`, when it cannot be read.
 */
export async function uploadImport(
  context: ShopContext,
  upload: { name: string; bytes: Uint8Array },
): Promise<bigint> {
  const { shop, db, clock, actor } = context;
  const { lines, contentHash, unreadColumns } = await readImportFile(upload.bytes, shop.currency);
  const importId = await db.transaction(async (tx) => {
    const facts = {
      name: shortened(lineText(upload.name), LONGEST_NAME) || "file",
      state: "checking",
      unreadColumns,
      actorKind: actor.kind,
      actorName: actor.name,
    };
    const [created] = await tx.contractImport.createManyAndReturn({
      data: [
        {
          shopId: shop.id,
          contentHash,
          lineCount: lines.length,
          currency: shop.currency,
          createdAt: clock.now(),
          ...facts,
        },
      ],
      skipDuplicates: true,
    });
    const [row] = created
      ? [created]
      : await tx.contractImport.updateManyAndReturn({
          where: { shopId: shop.id, contentHash, state: { in: ["checking", "checked"] } },
          data: facts,
        });
    if (!row) throw wrongField("file", "It was confirmed at this very moment. Upload it again.");
    if (created) await storeLines(tx, { shopId: shop.id, importId: row.id }, lines);
    await scheduleTask(context, tx, checkImportTask, { importId: row.id }, clock.now());
    return row.id;
  });
  await analyzeGrownTables(db.pool);
  return importId;
}

async function storeLines(
  tx: Queries,
  { shopId, importId }: { shopId: bigint; importId: bigint },
  lines: readonly ImportLineText[],
): Promise<void> {
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    await tx.contractImportLine.createMany({
      data: lines.slice(at, at + LINES_AT_ONCE).map(({ position, line, cells }) => ({
        ...{ shopId, importId, position, line, cells },
        externalId: cells.external_id,
        problems: [],
        notices: [],
      })),
    });
  }
}
