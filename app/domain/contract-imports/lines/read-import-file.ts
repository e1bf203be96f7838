import { wrongField } from "#app/lib/app-error.ts";
import { lineText } from "#app/lib/line-text.ts";
import { mapInSlices } from "#app/lib/pace-work.ts";
import type { Separator } from "#app/lib/parse-csv.ts";
import { cellAt, hashRows, readCsvFile } from "#app/lib/read-csv-file.ts";
import { readWrittenAmount, readWrittenCount } from "#app/lib/written-amount.ts";
import { readWrittenDay } from "#app/lib/written-day.ts";
import { IMPORT_LIMITS } from "../import-limits.ts";
import { findColumns, IMPORT_COLUMNS, type ImportColumn } from "./import-columns.ts";

/**
 * What a line says, column by column; empty where the file has none. `unclear` names the amounts that may be one of two, with blanks between:
 * a line is checked when its file is no longer there.
 */
export type ImportCells = Record<ImportColumn, string> & { unclear?: string };

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

/** A spreadsheet's cell may have several lines, and an address has one in each of its parts. */
const ONE_LINE: ReadonlySet<ImportColumn> = new Set([
  ...(["delivery_option", "first_name", "last_name", "company"] as const),
  ...(["address1", "address2", "city", "zip", "province_code", "country_code", "phone"] as const),
]);

/**
 * Reads a file of contracts. What single lines say is not judged here.
 *
 * @param currency the store's, in which prices are.
 * @throws AppError invalid_input, with the field `file`, when it cannot be read as one.
 */
export async function readImportFile(bytes: Uint8Array, currency: string): Promise<ImportFile> {
  const { titles, records, separator } = await readCsvFile(bytes, IMPORT_LIMITS);
  const { places, unread, problem } = findColumns(titles);
  if (problem !== null) throw wrongField("file", problem);
  const lines = await mapInSlices(records, ({ line, cells }, index) => ({
    position: index + 1,
    line,
    cells: readCells(
      (column) => {
        const place = places[column];
        return place === undefined ? "" : cellAt(cells, place);
      },
      separator,
      currency,
    ),
  }));
  const contentHash = await hashRows(rowsOf(lines));
  return { lines, contentHash, unreadColumns: unread };
}

function readCells(
  cell: (column: ImportColumn) => string,
  separator: Separator,
  currency: string,
): ImportCells {
  const price = readWrittenAmount(cell("price"), separator, currency);
  const delivery = readWrittenAmount(cell("delivery_price"), separator, currency);
  const quantity = readWrittenCount(cell("quantity"), separator);
  const unclear = [
    ...(price.isUnclear ? ["price"] : []),
    ...(delivery.isUnclear ? ["delivery_price"] : []),
    ...(quantity.isUnclear ? ["quantity"] : []),
  ];
  const cells = Object.fromEntries(
    IMPORT_COLUMNS.map((column) => [
      column,
      ONE_LINE.has(column) ? lineText(cell(column)) : cell(column),
    ]),
  );
  return {
    ...(cells as Record<ImportColumn, string>),
    ...{ price: price.text, delivery_price: delivery.text, quantity: quantity.text },
    next_date: readWrittenDay(cell("next_date")),
    start_date: readWrittenDay(cell("start_date")),
    ...(unclear.length > 0 && { unclear: unclear.join(" ") }),
  };
}

function* rowsOf(lines: readonly ImportLineText[]): Generator<string[]> {
  for (const { cells } of lines) yield IMPORT_COLUMNS.map((column) => cells[column]);
}
