import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { FILE_EXPORTS } from "#app/domain/data-export/files/file-sources.ts";
import { EXPORT_FORMAT_NAMES } from "#app/domain/data-export/files/formats/export-formats.ts";
import { removeExportFile } from "#app/domain/data-export/files/remove-export-file.ts";
import { requestExportFile } from "#app/domain/data-export/files/request-export-file.ts";
import { retryExportFile } from "#app/domain/data-export/files/retry-export-file.ts";
import { readId } from "../input/read-id.ts";

/** The answer to a form of the exports page. */
export type ExportsOutcome = { outcome: "requested" | "removed" | "retried" };

/** What the page's forms send. */
export const exportsFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("request"),
    export: z.enum(FILE_EXPORTS),
    format: z.enum(EXPORT_FORMAT_NAMES),
    fromDay: z.string().nullable(),
    toDay: z.string().nullable(),
    filters: z.record(z.string(), z.string()),
    key: z.uuid(),
  }),
  z.object({ intent: z.literal("remove"), fileId: z.string() }),
  z.object({ intent: z.literal("retry"), fileId: z.string() }),
]);

/** Does what one of the page's forms asks for. */
export async function runExportsAction({
  context,
  input,
}: {
  context: ShopContext;
  input: z.infer<typeof exportsFormSchema>;
}): Promise<ExportsOutcome> {
  if (input.intent === "remove") {
    await removeExportFile(context, readId(input.fileId), `Removed by ${context.actor.name}.`);
    return { outcome: "removed" };
  }
  if (input.intent === "retry") {
    await retryExportFile(context, readId(input.fileId));
    return { outcome: "retried" };
  }
  await requestExportFile(context, input);
  return { outcome: "requested" };
}
