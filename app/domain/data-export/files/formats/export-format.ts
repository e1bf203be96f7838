import type { FileFields } from "../file-source.ts";

export type ExportFormat = "csv" | "jsonl" | "parquet";

/** A row of an export, by field; one that the API leaves out is missing. */
export type ExportRowValues = Readonly<Record<string, string | number>>;

/**
 * Turns rows into the bytes of a file, a batch at a time. One encoder makes one file: `begin`, any number of `rows`, `end`.
 * The bytes that they answer, one after another, are the file.
 */
interface ExportEncoder {
  begin(): Uint8Array;
  rows(rows: readonly ExportRowValues[]): Uint8Array;
  end(): Uint8Array;
}

/** One format of a file. */
export interface ExportFormatModule {
  readonly extension: string;
  readonly contentType: string;
  open(fields: FileFields): ExportEncoder;
}
