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
    per_page: z.number().int(),
    last_id: z.number().int().meta({ description: "Send it as since_id for the next page." }),
    has_more: z.boolean(),
    timezone: z.string().meta({ description: "The zone of the dates in the rows." }),
  })
  .meta({ id: "CursorMeta" });

/** What a page that is read by a cursor answers. */
export function cursorAnswer(row: z.ZodType) {
  return z.object({ data: z.array(row), meta: cursorMetaSchema });
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
