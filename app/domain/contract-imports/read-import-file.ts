import { wrongField } from "#app/lib/app-error.ts";
import { mapInSlices } from "#app/lib/pace-work.ts";
import { cellAt, hashRows, readCsvFile } from "#app/lib/read-csv-file.ts";
import { findColumns, IMPORT_COLUMNS, type ImportColumn } from "./import-columns.ts";
import { IMPORT_LIMITS } from "./import-limits.ts";

/** What a line says, column by column; empty where the file has none. */
export type ImportCells = Record<ImportColumn, string>;

/** One line as it was written. */
export interface ImportLineText {
  /** Counted from 1 over the lines that have something on them. */
  position: number;
  /** Its line number in the file. */
  line: number;
  cells: ImportCells;
}

export interface ImportFile {
  lines: ImportLineText[];
  /** Names the lines' content, however the file was written: separators, line ends, names and order of columns do not count. */
  contentHash: string;
  unreadColumns: string[];
}

/**
 * Reads a file of contracts. What single lines say is not judged here.
 *
 * @throws AppError invalid_input, with the field `file`, when it cannot be read as one.
 */
export async function readImportFile(bytes: Uint8Array): Promise<ImportFile> {
  const { titles, records } = await readCsvFile(bytes, IMPORT_LIMITS);
  const { places, unread, problem } = findColumns(titles);
  if (problem !== null) throw wrongField("file", problem);
  const lines = await mapInSlices(records, ({ line, cells }, index) => ({
    position: index + 1,
    line,
    cells: Object.fromEntries(
      IMPORT_COLUMNS.map((column) => {
        const place = places[column];
        return [column, place === undefined ? "" : cellAt(cells, place)];
      }),
    ) as ImportCells,
  }));
  const contentHash = await hashRows(rowsOf(lines));
  return { lines, contentHash, unreadColumns: unread };
}

function* rowsOf(lines: readonly ImportLineText[]): Generator<string[]> {
  for (const { cells } of lines) yield IMPORT_COLUMNS.map((column) => cells[column]);
}
