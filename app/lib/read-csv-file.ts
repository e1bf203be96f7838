import { createHash } from "node:crypto";
import { type AppError, wrongField } from "./app-error.ts";
import { type CsvFileLimits, tooLarge } from "./csv-file-limits.ts";
import { paceWork } from "./pace-work.ts";
import { parseCsv, type Separator } from "./parse-csv.ts";
import { shortened } from "./storable-text.ts";

/** A file's heading and the lines below it that have something on them. */
export interface CsvFile {
  titles: string[];
  records: { line: number; cells: string[] }[];
  separator: Separator;
}

/** The most characters of a cell that are kept. */
export const LONGEST_CELL = 2_000;

/**
 * Reads an uploaded file of comma-separated values with one heading, in UTF-8, or in UTF-16 with a byte order mark.
 * Works in slices, so other requests are served in between.
 *
 * @throws AppError invalid_input, with the field `file`, when it is too large or cannot be read.
 */
export async function readCsvFile(bytes: Uint8Array, limits: CsvFileLimits): Promise<CsvFile> {
  if (bytes.length > limits.bytes) throw fileError(tooLarge(limits));
  const parsed = await parseCsv(decode(bytes));
  if (parsed.outcome === "unclosed_quote") {
    throw fileError(`A quotation mark opened on line ${parsed.line} is never closed.`);
  }
  const [header, ...records] = parsed.records;
  if (!header) throw fileError("The file is empty.");
  if (header.cells.length > limits.columns) {
    throw fileError(`The file has more than ${limits.columns} columns.`);
  }
  if (records.length === 0) throw fileError("The file has a heading, and no line below it.");
  if (records.length > limits.lines) {
    throw fileError(
      `The file has ${records.length} lines, and ${limits.lines} is the most. Divide it into several.`,
    );
  }
  const titles = header.cells.map((_, place) => cellAt(header.cells, place));
  return { titles, records, separator: parsed.separator };
}

/** Blanks of no width. The joiners of letters and emoji are none. */
const NO_WIDTH = /[\u200b\u2060\ufeff]/g;

/** The text of a cell; empty where there is none. */
export function cellAt(cells: readonly string[] | undefined, place: number): string {
  return cellText(cells?.[place] ?? "");
}

/**
 * The text of a cell as it can be stored and compared: accents composed, blanks of every kind as the keyboard's, trimmed, at most 2,000
 * characters. Programs differ in how they save these, and a file that is saved again stays the same one.
 */
export function cellText(typed: string): string {
  const text = typed.replaceAll("\u0000", "\ufffd").toWellFormed().normalize("NFC");
  return shortened(
    text
      .replace(/\p{Zs}/gu, " ")
      .replace(NO_WIDTH, "")
      .trim(),
    LONGEST_CELL,
  );
}

/**
 * Names the content of a file's lines, however they were written. The same as the hash of the whole list as one JSON
 * text.
 */
export async function hashRows(rows: Iterable<readonly string[]>): Promise<string> {
  const pause = paceWork();
  const hash = createHash("sha256");
  let separator = "[";
  for (const row of rows) {
    const rest = pause();
    if (rest) await rest;
    hash.update(separator + JSON.stringify(row));
    separator = ",";
  }
  return hash.update("]").digest("base64url");
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

function fileError(message: string): AppError {
  return wrongField("file", message);
}
