import { z } from "zod";
import type { FileExport } from "#app/domain/data-export/files/file-source.ts";
import { dataPage } from "./data-page.ts";
import { type DataCall, rowsWithRecord } from "./rows-with-record.ts";

const pageMetaSchema = z
  .object({
    current_page: z
      .number()
      .int()
      .meta({ description: "The number of this page, from 1.", example: 1 }),
    per_page: z
      .number()
      .int()
      .meta({ description: "How many rows a full page holds.", example: 10000 }),
  })
  .meta({ id: "PageMeta" });

/** What a numbered page answers. */
export function numberedAnswer(row: z.ZodType) {
  return z.object({
    data: z.array(row).meta({ description: "The rows of the page." }),
    meta: pageMetaSchema.meta({ description: "Which page it is." }),
  });
}

/**
 * A numbered page of the Data API.
 *
 * @param place.export what the reader goes through; null for a page that is no part of reading a whole export.
 */
export function numberedPage(
  call: DataCall,
  rows: AsyncGenerator<string | Uint8Array, void>,
  place: { export: FileExport | null; page: number; size: number },
) {
  const { export: name, page, size } = place;
  const read = name === null ? rows : rowsWithRecord(call, name, rows, () => page);
  return dataPage(read, () => ({ current_page: page, per_page: size }));
}
