/** Goes before a file: without it, spreadsheets read the file in the machine's own encoding. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * Comma-separated values as RFC 4180 writes them, safe to open in a spreadsheet.
 *
 * A spreadsheet takes a text that begins with `=`, `+`, `-`, `@`, a tab or a line break for a formula
 * and runs it. Such texts get an apostrophe in front, unless they are a plain negative number.
 */
export type CsvCell = string | number | null;

/** A text that a spreadsheet would run. */
export const STARTS_A_FORMULA =
  /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]|^[\t\r\n]/u;
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One line with its line end. Null is an empty cell. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const isFormula = STARTS_A_FORMULA.test(cell) && !NEGATIVE_NUMBER.test(cell);
  const text = isFormula ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
