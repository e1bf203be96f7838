import { lineText } from "#app/lib/line-text.ts";
import { mapInSlices } from "#app/lib/pace-work.ts";
import { cellAt, cellText, hashRows, readCsvFile } from "#app/lib/read-csv-file.ts";
import { readWrittenAmount } from "#app/lib/written-amount.ts";
import { readWrittenDay } from "#app/lib/written-day.ts";
import { customerNumber } from "../../customers/match-customer.ts";
import {
  type ColumnSources,
  CREDIT_FILE_COLUMNS,
  type CreditFileColumn,
  checkSources,
  type FileColumn,
  recognizeColumns,
  unreadTitles,
} from "./credit-file-columns.ts";
import { CREDIT_FILE_LIMITS } from "./credit-file-limits.ts";

/** One line as it was written. */
export type CreditFileLineText = Record<CreditFileColumn, string> & {
  /** Counted from 1 over the lines that have something on them. */
  position: number;
  /** Its line number in the file. */
  line: number;
  /** It has cells without a column header. */
  isTooLong: boolean;
  /** The amount may be one of two. */
  isAmountUnclear: boolean;
};

export interface CreditFileText {
  lines: CreditFileLineText[];
  /** Names the lines' content, however the file was written: separators, line ends, names and order of columns do not count. */
  contentHash: string;
  /** Titles of the columns that mean nothing here. */
  unreadColumns: string[];
}

/** A file whose titles do not say which columns to read: somebody has to. */
export interface UnclearColumns {
  outcome: "columns_unclear";
  /** What is not clear, in a sentence. */
  message: string;
  columns: FileColumn[];
  /** What is clear. */
  sources: ColumnSources;
}

/**
 * Reads a file of adjustments in slices, so other requests are served in between.
 *
 * @param chosen where the columns are; without it their titles say so, or the answer asks.
 * @throws AppError invalid_input when it cannot be read as one; what single lines say is not judged here.
 */
export async function readCreditFile(
  bytes: Uint8Array,
  chosen: ColumnSources | null = null,
): Promise<({ outcome: "read" } & CreditFileText) | UnclearColumns> {
  const { titles, records, separator } = await readCsvFile(bytes, CREDIT_FILE_LIMITS);
  if (chosen) checkSources(chosen, titles);
  const { sources, unclear } = chosen
    ? { sources: chosen, unclear: null }
    : recognizeColumns(titles);
  if (unclear !== null) {
    const [first] = records;
    const columns = titles.map((title, place) => ({ title, sample: cellAt(first?.cells, place) }));
    return { outcome: "columns_unclear", message: unclear, columns, sources };
  }
  const written = await mapInSlices(records, ({ line, cells }, index) => {
    const cell = (column: CreditFileColumn) => {
      const source = sources[column];
      if (!source) return "";
      return "text" in source ? cellText(source.text) : cellAt(cells, source.place);
    };
    // A currency of three decimals has no third one here: credit has two at most.
    const amount = readWrittenAmount(cell("amount"), separator, null);
    return {
      position: index + 1,
      line,
      isTooLong: cells.slice(titles.length).some((text) => text.trim() !== ""),
      customer: customerNumber(cell("customer")),
      email: cell("email"),
      amount: amount.text,
      isAmountUnclear: amount.isUnclear,
      type: cell("type"),
      reason: cell("reason"),
      currency: cell("currency").toUpperCase(),
      expires: readWrittenDay(cell("expires")),
    };
  });
  return {
    outcome: "read",
    // Cleaned once the content has its name: a file that was applied before is known by what it says, not by how that is kept.
    lines: await mapInSlices(written, (line) => ({ ...line, reason: lineText(line.reason) })),
    contentHash: await hashRows(rowsOf(written)),
    unreadColumns: unreadTitles(sources, titles),
  };
}

/** Without a last day a line has the name that it had before there was such a column. */
function* rowsOf(lines: readonly CreditFileLineText[]): Generator<string[]> {
  for (const line of lines) {
    const columns = CREDIT_FILE_COLUMNS.filter((one) => one !== "expires" || line.expires !== "");
    yield columns.map((column) => line[column]);
  }
}
