import type { ExportFile } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import { isCalendarDate } from "#app/lib/calendar-date.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { makeExportFileJob } from "./export-file-jobs.ts";
import type { FileExport } from "./file-source.ts";
import { FILE_FILTERS, FILE_SOURCES } from "./file-sources.ts";
import type { ExportFormat } from "./formats/export-format.ts";
import { removeExportFileWithin } from "./remove-export-file.ts";
import { MOST_FILES, readFileRoom } from "./room-for-files.ts";

export interface ExportFileRequest {
  export: FileExport;
  format: ExportFormat;
  /** Days in the store's zone, `YYYY-MM-DD`: rows with a date of their own from the one up to and with the other. */
  fromDay: string | null;
  toDay: string | null;
  /** Fields with the one value that a row must have. */
  filters: Readonly<Record<string, string>>;
  /** Identifies the request: the same key again answers the same file. */
  key: string;
}

/**
 * Has a file made of an export, by a job. Where as many are kept as may be, the oldest that is made is removed. Safe to repeat
 * with its key.
 *
 * @throws AppError invalid_input for the fields `fromDay`, `toDay` and `filters`; invalid_input also when too many are being made.
 */
export async function requestExportFile(
  context: ShopContext,
  request: ExportFileRequest,
): Promise<bigint> {
  const { db, shop, actor, clock } = context;
  check(request);
  const where = { shopId_sourceKey: { shopId: shop.id, sourceKey: request.key } };
  return db.transaction(async (tx) => {
    // Two requests at once: the second counts what the first has made.
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const known = await tx.exportFile.findUnique({ where });
    if (known) return known.id;
    await makeRoom(tx, shop.id);
    const file: ExportFile = await tx.exportFile.create({
      data: {
        shopId: shop.id,
        export: request.export,
        format: request.format,
        fromDay: toDate(request.fromDay),
        toDay: toDate(request.toDay),
        filters: { ...request.filters },
        sourceKey: request.key,
        state: "waiting",
        actorKind: actor.kind,
        actorName: actor.name,
        createdAt: clock.now(),
      },
    });
    await recordActivity(context, tx, {
      kind: "export_file.requested",
      message: `A file of ${request.export} was asked for, as ${request.format}.`,
      details: { export_file_id: String(file.id), export: request.export, format: request.format },
    });
    await addJob(tx, makeExportFileJob, { shopId: shop.id, fileId: file.id });
    return file.id;
  });
}

/** The oldest file that is made gives way to a new one. */
async function makeRoom(tx: Queries, shopId: bigint): Promise<void> {
  const { isFull, toReplace } = await readFileRoom(tx, shopId);
  if (!isFull) return;
  if (!toReplace) {
    throw new AppError(
      "invalid_input",
      `${MOST_FILES} files are being made already. Wait for one, or remove one that is no longer needed.`,
    );
  }
  const key = { shopId, fileId: toReplace.id };
  await removeExportFileWithin(tx, key, "Made way for a newer file.");
}

function check({ export: name, fromDay, toDay, filters }: ExportFileRequest): void {
  const { hasDays } = FILE_SOURCES[name];
  for (const [field, day] of [["fromDay", fromDay] as const, ["toDay", toDay] as const]) {
    if (day === null) continue;
    if (!hasDays) throw wrongField(field, "The rows of this export have no date of their own.");
    if (!isCalendarDate(day)) throw wrongField(field, "Must be a day as YYYY-MM-DD.");
  }
  if (fromDay !== null && toDay !== null && fromDay > toDay) {
    throw wrongField("toDay", "Must not be before the first day.");
  }
  for (const [field, value] of Object.entries(filters)) {
    const values = Object.hasOwn(FILE_FILTERS[name], field) ? FILE_FILTERS[name][field] : null;
    if (!values?.includes(value)) {
      throw wrongField("filters", `The export has no ${field} “${value}”.`);
    }
  }
}

function toDate(day: string | null): Date | null {
  return day === null ? null : new Date(`${day}T00:00:00Z`);
}
