import { createHash } from "node:crypto";
import { AppError } from "#app/core/app-error.ts";
import { parseCsv } from "#app/core/parse-csv.ts";

/** The columns of a file of adjustments, and the other names by which they are understood. */
const COLUMNS = {
  customer: ["customer", "customer_id", "customer_number", "cid", "platform_customer_id"],
  email: ["email", "e_mail", "customer_email"],
  amount: ["amount", "value", "update_value"],
  type: ["type", "update_type"],
  reason: ["reason", "update_reason"],
  currency: ["currency", "currency_code"],
} as const;

export type CreditFileColumn = keyof typeof COLUMNS;

/** What the template offers, in this order. */
export const CREDIT_FILE_COLUMNS = Object.keys(COLUMNS) as CreditFileColumn[];

/** One line as it was written. */
export type CreditFileLineText = Record<CreditFileColumn, string> & {
  /** Counted from 1 over the lines that have something on them. */
  position: number;
  /** Where it stands in the file. */
  line: number;
};

export interface CreditFileText {
  lines: CreditFileLineText[];
  /** Names the lines' content, however the file was written: separators, line ends and order of columns do not count. */
  contentHash: string;
}

const MOST_LINES = 10_000;
export const MOST_BYTES = 2_000_000;
const LONGEST_CELL = 2_000;

/**
 * Reads a file of adjustments.
 *
 * @throws AppError invalid_input when it cannot be read as one; what single lines say is not judged here.
 */
export function readCreditFile(bytes: Uint8Array): CreditFileText {
  if (bytes.length > MOST_BYTES) {
    throw fileError(
      `The file is larger than ${MOST_BYTES / 1_000_000} MB. Divide it into several.`,
    );
  }
  const parsed = parseCsv(decode(bytes));
  if (parsed.outcome === "unclosed_quote") {
    throw fileError(`A quotation mark opened on line ${parsed.line} is never closed.`);
  }
  const [header, ...records] = parsed.records;
  if (!header) throw fileError("The file is empty.");
  const places = findColumns(header.cells);
  if (records.length === 0) throw fileError("The file has a heading, and no line below it.");
  if (records.length > MOST_LINES) {
    throw fileError(
      `The file has ${records.length} lines, and ${MOST_LINES} is the most. Divide it into several.`,
    );
  }
  const lines = records.map(({ line, cells }, index) => {
    const cell = (column: CreditFileColumn) => {
      const place = places.get(column);
      const text = place === undefined ? "" : (cells[place] ?? "");
      return text.replaceAll("\u0000", "\ufffd").toWellFormed().trim().slice(0, LONGEST_CELL);
    };
    return {
      position: index + 1,
      line,
      customer: cell("customer").replace(/^gid:\/\/\w+\/Customer\//, ""),
      email: cell("email"),
      amount: cell("amount"),
      type: cell("type"),
      reason: cell("reason"),
      currency: cell("currency").toUpperCase(),
    };
  });
  return { lines, contentHash: hashLines(lines) };
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

/** Where each known column stands. */
function findColumns(header: readonly string[]): Map<CreditFileColumn, number> {
  const places = new Map<CreditFileColumn, number>();
  for (const [place, title] of header.entries()) {
    const name = title
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, "_");
    const column = CREDIT_FILE_COLUMNS.find((one) =>
      (COLUMNS[one] as readonly string[]).includes(name),
    );
    if (!column) continue;
    if (places.has(column)) throw fileError(`Two columns of the file mean “${column}”.`);
    places.set(column, place);
  }
  const missing = (["amount", "type", "reason"] as const).filter((column) => !places.has(column));
  if (!places.has("customer") && !places.has("email")) {
    throw fileError("The file has no column “customer” or “email”. Start from the template.");
  }
  if (missing.length > 0) {
    throw fileError(
      `The file has no column “${missing.join("” and “")}”. Start from the template.`,
    );
  }
  return places;
}

function hashLines(lines: readonly CreditFileLineText[]): string {
  const content = lines.map((line) => CREDIT_FILE_COLUMNS.map((column) => line[column]));
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}

function fileError(message: string): AppError {
  return new AppError("invalid_input", message, { file: [message] });
}
