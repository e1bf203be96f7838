import { csvFormat } from "./csv-format.ts";
import type { ExportFormat, ExportFormatModule } from "./export-format.ts";
import { jsonLinesFormat } from "./json-lines-format.ts";
import { parquetFormat } from "./parquet-format.ts";

/** Every format that a file of an export can have. */
export const EXPORT_FORMATS: Readonly<Record<ExportFormat, ExportFormatModule>> = {
  csv: csvFormat,
  jsonl: jsonLinesFormat,
  parquet: parquetFormat,
};

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormat[];
