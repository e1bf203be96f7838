import { z } from "zod";
import { CURSOR_PAGE, type CursorPageEnd } from "#app/domain/data-export/rows/read-cursor-page.ts";

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

/** The meta of such a page. */
export function cursorMeta({
  lastId,
  hasMore,
  timezone,
}: CursorPageEnd): z.infer<typeof cursorMetaSchema> {
  return { per_page: CURSOR_PAGE, last_id: lastId, has_more: hasMore, timezone };
}
