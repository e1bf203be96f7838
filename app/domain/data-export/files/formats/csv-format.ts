import { BYTE_ORDER_MARK, csvLine } from "#app/lib/csv.ts";
import type { ExportFormatModule } from "./export-format.ts";

const NOTHING = new Uint8Array();

/** Comma-separated values with a line of names. A text that a spreadsheet would take for a formula is marked as text. */
export const csvFormat: ExportFormatModule = {
  extension: "csv",
  contentType: "text/csv; charset=utf-8",
  open: (fields) => {
    const names = Object.keys(fields);
    return {
      begin: () => Buffer.from(BYTE_ORDER_MARK + csvLine(names)),
      rows: (rows) =>
        Buffer.from(
          rows.map((row) => csvLine(names.map((name) => String(row[name] ?? "")))).join(""),
        ),
      end: () => NOTHING,
    };
  },
};
