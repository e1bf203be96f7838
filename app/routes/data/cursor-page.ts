import { z } from "zod";
import type { ExportName } from "#app/domain/data-export/modules/export-module.ts";
import {
  CURSOR_PAGE,
  type CursorPageEnd,
  type CursorQuery,
  readCursorPage,
} from "#app/domain/data-export/rows/read-cursor-page.ts";
import { dataPage } from "./data-page.ts";
import { type DataCall, rowsWithRecord } from "./rows-with-record.ts";

const cursorMetaSchema = z
  .object({
    per_page: z
      .number()
      .int()
      .meta({ description: "How many rows a page holds at most.", example: 10000 }),
    last_id: z.number().int().meta({
      description:
        "The internal id of the page's last row: send it as since_id for the next page. On an empty page, the since_id that was sent.",
      example: 10452,
    }),
    has_more: z
      .boolean()
      .meta({ description: "Whether rows follow after this page.", example: true }),
    timezone: z.string().meta({
      description: "The store's zone, which the dates in the rows are of.",
      example: "Europe/Berlin",
    }),
  })
  .meta({ id: "CursorMeta" });

/** What a page that is read by a cursor answers. */
export function cursorAnswer(row: z.ZodType) {
  return z.object({
    data: z.array(row).meta({ description: "The rows of the page, by ascending internal id." }),
    meta: cursorMetaSchema.meta({ description: "Where the page ends." }),
  });
}

/** A page of the Data API that is read by a cursor. */
export function cursorPage(call: DataCall, name: ExportName, query: CursorQuery) {
  const rows = readCursorPage(call.context, name, query);
  // One customer's row is no part of reading the whole.
  const isOfWhole = query.customerId === undefined;
  const read = isOfWhole ? rowsWithRecord(call, name, rows, ({ lastId }) => lastId) : rows;
  return dataPage(read, toMeta);
}

function toMeta({ lastId, hasMore, timezone }: CursorPageEnd): z.infer<typeof cursorMetaSchema> {
  return { per_page: CURSOR_PAGE, last_id: lastId, has_more: hasMore, timezone };
}
