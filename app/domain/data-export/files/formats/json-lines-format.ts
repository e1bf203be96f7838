import type { ExportFormatModule } from "./export-format.ts";

const NOTHING = new Uint8Array();

/** A JSON object a line, as the API gives it. */
export const jsonLinesFormat: ExportFormatModule = {
  extension: "jsonl",
  contentType: "application/x-ndjson; charset=utf-8",
  open: () => ({
    begin: () => NOTHING,
    rows: (rows) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join("")),
    end: () => NOTHING,
  }),
};
