import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { ExportFile } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import { findGivenUpJobs } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { makeExportFileJob } from "./export-file-jobs.ts";
import type { ExportFormat } from "./formats/export-format.ts";
import { EXPORT_FORMATS } from "./formats/export-formats.ts";

const expand = promisify(gunzip);

/** A file that a merchant asked for, as it stands. */
export interface StoredExportFile extends ExportFile {
  /** Whether nobody tries any more to make it. */
  isGivenUp: boolean;
}

type Reader = Pick<ShopContext, "db" | "shop">;

/** The latest files of a store, newest first. */
export async function listExportFiles(
  { db, shop }: Reader,
  limit: number,
): Promise<StoredExportFile[]> {
  const files = await db.prisma.exportFile.findMany({
    where: { shopId: shop.id },
    orderBy: { id: "desc" },
    take: limit,
  });
  const unmade = files
    .filter(({ state }) => state === "waiting" || state === "running")
    .map(({ id }) => ({ shopId: shop.id, fileId: id }));
  const givenUp = await findGivenUpJobs(db.prisma, makeExportFileJob, unmade);
  return files.map((file) => ({
    ...file,
    isGivenUp: givenUp.some(({ fileId }) => fileId === file.id),
  }));
}

/** A file that is ready. */
export interface ReadyExportFile {
  fileName: string;
  contentType: string;
  /** Its bytes, a part at a time; no connection is held in between. */
  parts: AsyncGenerator<Uint8Array>;
}

/** @throws AppError not_found for a file that is not ready, not kept any more, or another store's. */
export async function openExportFile(
  { db, shop }: Reader,
  fileId: bigint,
): Promise<ReadyExportFile> {
  const file = await db.prisma.exportFile.findUnique({
    where: { shopId_id: { shopId: shop.id, id: fileId } },
  });
  if (file?.state !== "ready") throw new AppError("not_found", "This file is not kept.");
  const { extension, contentType } = EXPORT_FORMATS[file.format as ExportFormat];
  const parts = readParts({ db, shop }, fileId);
  return { fileName: `${file.export}-${file.id}.${extension}`, contentType, parts };
}

async function* readParts({ db, shop }: Reader, fileId: bigint): AsyncGenerator<Uint8Array> {
  for (let after = -1; ; ) {
    const part = await db.prisma.exportFilePart.findFirst({
      where: { shopId: shop.id, fileId, position: { gt: after } },
      orderBy: { position: "asc" },
    });
    if (!part) return;
    yield await expand(part.content);
    after = part.position;
  }
}
