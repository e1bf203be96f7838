import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ExportFile } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import { describeFailure } from "../../describe-failure.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { catchUpBeforeReading } from "../rows/catch-up.ts";
import { removeExportFileTask } from "./export-file-jobs.ts";
import type { FileExport, SourceRow } from "./file-source.ts";
import { FILE_SOURCES } from "./file-sources.ts";
import type { ExportFormat, ExportRowValues } from "./formats/export-format.ts";
import { EXPORT_FORMATS } from "./formats/export-formats.ts";

const compress = promisify(gzip);

/** Few enough that nothing else in the process waits long for them. */
const BATCH = 2_000;
const KEPT_MS = 7 * 86_400_000;

/**
 * Makes a file: its rows in batches, each encoded, compressed and stored as a part. A run that was interrupted begins
 * again. Nobody is shown a part of a file.
 */
export async function makeExportFile(context: ShopContext, fileId: bigint): Promise<void> {
  // A file waits for its rows as long as they take.
  while (await catchUpBeforeReading(context));
  const file = await begin(context, fileId);
  if (!file) return;
  try {
    await writeParts(context, file);
  } catch (error) {
    // Another run has taken its place, or the file was removed.
    if (error instanceof Superseded) return;
    await context.db.prisma.exportFile.updateMany({
      where: latestRun(file),
      data: { state: "waiting", reason: describeFailure(error) },
    });
    throw error;
  }
}

class Superseded extends Error {}

const latestRun = ({ shopId, id, run }: ExportFile) => ({ shopId, id, run, state: "running" });

/** Null for a file that is made already, or was removed. */
async function begin(context: ShopContext, fileId: bigint): Promise<ExportFile | null> {
  const { db, shop } = context;
  const key = { shopId: shop.id, id: fileId };
  const known = await db.prisma.exportFile.findUnique({ where: { shopId_id: key } });
  if (!known) return null;
  const totalCount = await FILE_SOURCES[known.export as FileExport].count(context);
  return db.transaction(async (tx) => {
    const [file] = await tx.exportFile.updateManyAndReturn({
      where: { ...key, state: { in: ["waiting", "running"] } },
      data: {
        ...{ state: "running", run: { increment: 1 }, reason: null },
        ...{ totalCount, seenCount: 0n, rowCount: 0n, byteCount: 0n },
      },
    });
    if (!file) return null;
    await tx.exportFilePart.deleteMany({ where: { shopId: shop.id, fileId } });
    return file;
  });
}

async function writeParts(context: ShopContext, file: ExportFile): Promise<void> {
  const { db, clock } = context;
  const { shopId, id: fileId } = file;
  const source = FILE_SOURCES[file.export as FileExport];
  const encoder = EXPORT_FORMATS[file.format as ExportFormat].open(await source.fields(context));
  const isWanted = filterOf(file);
  let position = 0;
  const put = async (bytes: Uint8Array, seen: number, rows: number) => {
    const content = bytes.length > 0 ? new Uint8Array(await compress(bytes)) : null;
    await db.transaction(async (tx) => {
      const { count } = await tx.exportFile.updateMany({
        where: latestRun(file),
        data: {
          seenCount: { increment: seen },
          rowCount: { increment: rows },
          byteCount: { increment: bytes.length },
        },
      });
      if (count === 0) throw new Superseded();
      if (content) await tx.exportFilePart.create({ data: { shopId, fileId, position, content } });
    });
    position += 1;
  };
  await put(encoder.begin(), 0, 0);
  for await (const batch of source.read(context, BATCH)) {
    const rows = batch.map(toRow).filter(isWanted);
    const values = rows.map((row) => row.values);
    await put(
      values.length > 0 ? encoder.rows(values) : new Uint8Array(),
      batch.length,
      rows.length,
    );
  }
  await put(encoder.end(), 0, 0);
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  await db.transaction(async (tx) => {
    const { count } = await tx.exportFile.updateMany({
      where: latestRun(file),
      data: { state: "ready", finishedAt: now, expiresAt },
    });
    if (count > 0) await scheduleTask(context, tx, removeExportFileTask, { fileId }, expiresAt);
  });
}

interface Row {
  day: string | null;
  values: ExportRowValues;
}

function toRow({ day, document }: SourceRow): Row {
  return { day, values: JSON.parse(document) as ExportRowValues };
}

function filterOf({ fromDay, toDay, filters }: ExportFile): (row: Row) => boolean {
  const from = fromDay?.toISOString().slice(0, 10) ?? null;
  const to = toDay?.toISOString().slice(0, 10) ?? null;
  const wanted = Object.entries(filters as Record<string, string>);
  return ({ day, values }) =>
    (from === null || (day !== null && day >= from)) &&
    (to === null || (day !== null && day <= to)) &&
    wanted.every(([field, value]) => values[field] === value);
}
