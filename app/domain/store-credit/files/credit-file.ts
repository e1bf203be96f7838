import { createHash } from "node:crypto";
import { type AppError, wrongField } from "#app/lib/app-error.ts";
import { mapInSlices, paceWork } from "#app/lib/pace-work.ts";
import { parseCsv } from "#app/lib/parse-csv.ts";
import {
  type ColumnSources,
  CREDIT_FILE_COLUMNS,
  type CreditFileColumn,
  checkSources,
  type FileColumn,
  recognizeColumns,
  unreadTitles,
} from "./credit-file-columns.ts";
import { MAX_BYTES, MAX_COLUMNS, MAX_LINES, TOO_LARGE } from "./credit-file-limits.ts";

/** One line as it was written. */
export type CreditFileLineText = Record<CreditFileColumn, string> & {
  /** Counted from 1 over the lines that have something on them. */
  position: number;
  /** Its line number in the file. */
  line: number;
  /** It has cells without a column header. */
  isTooLong: boolean;
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

const LONGEST_CELL = 2_000;

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
  const { titles, records } = await readRecords(bytes);
  if (chosen) checkSources(chosen, titles);
  const { sources, unclear } = chosen
    ? { sources: chosen, unclear: null }
    : recognizeColumns(titles);
  if (unclear !== null) {
    const [first] = records;
    const columns = titles.map((title, place) => ({ title, sample: cellAt(first?.cells, place) }));
    return { outcome: "columns_unclear", message: unclear, columns, sources };
  }
  const lines = await mapInSlices(records, ({ line, cells }, index) => {
    const cell = (column: CreditFileColumn) => {
      const source = sources[column];
      if (!source) return "";
      return "text" in source ? source.text.trim() : cellAt(cells, source.place);
    };
    return {
      position: index + 1,
      line,
      isTooLong: cells.slice(titles.length).some((text) => text.trim() !== ""),
      customer: cell("customer").replace(/^gid:\/\/\w+\/Customer\//, ""),
      email: cell("email"),
      amount: cell("amount"),
      type: cell("type"),
      reason: cell("reason"),
      currency: cell("currency").toUpperCase(),
      expires: cell("expires"),
    };
  });
  return {
    outcome: "read",
    lines,
    contentHash: await hashLines(lines),
    unreadColumns: unreadTitles(sources, titles),
  };
}

async function readRecords(bytes: Uint8Array) {
  if (bytes.length > MAX_BYTES) {
    throw fileError(TOO_LARGE);
  }
  const parsed = await parseCsv(decode(bytes));
  if (parsed.outcome === "unclosed_quote") {
    throw fileError(`A quotation mark opened on line ${parsed.line} is never closed.`);
  }
  const [header, ...records] = parsed.records;
  if (!header) throw fileError("The file is empty.");
  if (header.cells.length > MAX_COLUMNS) {
    throw fileError(`The file has more than ${MAX_COLUMNS} columns.`);
  }
  if (records.length === 0) throw fileError("The file has a heading, and no line below it.");
  if (records.length > MAX_LINES) {
    throw fileError(
      `The file has ${records.length} lines, and ${MAX_LINES} is the most. Divide it into several.`,
    );
  }
  return { titles: header.cells.map((_, place) => cellAt(header.cells, place)), records };
}

function cellAt(cells: readonly string[] | undefined, place: number): string {
  const text = cells?.[place] ?? "";
  return text.replaceAll("\u0000", "\ufffd").toWellFormed().trim().slice(0, LONGEST_CELL);
}

function decode(bytes: Uint8Array): string {
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw fileError(
      "The file is not written in UTF-8. Save it as “CSV UTF-8” and upload it again.",
    );
  }
}

/** The same as the hash of the whole list as one JSON text. */
async function hashLines(lines: readonly CreditFileLineText[]): Promise<string> {
  const pause = paceWork();
  const hash = createHash("sha256");
  for (const [at, line] of lines.entries()) {
    const rest = pause();
    if (rest) await rest;
    // Without a last day a line has the name that it had before there was such a column.
    const columns = CREDIT_FILE_COLUMNS.filter((one) => one !== "expires" || line.expires !== "");
    hash.update((at === 0 ? "[" : ",") + JSON.stringify(columns.map((column) => line[column])));
  }
  return hash.update("]").digest("base64url");
}

function fileError(message: string): AppError {
  return wrongField("file", message);
}
