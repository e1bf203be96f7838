import { STARTS_A_FORMULA } from "./csv.ts";
import { paceWork } from "./pace-work.ts";

/** A line of values, and where it begins in the text, counted from 1. */
interface CsvRecord {
  line: number;
  cells: string[];
}

export type ParsedCsv =
  | { outcome: "parsed"; records: CsvRecord[]; separator: Separator }
  /** A quotation mark that was opened on this line is never closed. */
  | { outcome: "unclosed_quote"; line: number };

/**
 * Reads comma-separated values as RFC 4180 writes them, and as spreadsheets do: separated by semicolons,
 * tabs or bars where the first line is or says so (`sep=;`), with or without a byte order mark, with any line ends. Empty lines are left
 * out. The apostrophe that {@link csvLine} puts before what a spreadsheet would take for a formula is
 * taken off. A long text is read in slices, so other requests are served in between.
 */
export async function parseCsv(text: string): Promise<ParsedCsv> {
  const pause = paceWork();
  const source = text.replace(/^\ufeff/, "");
  const declared = readDeclaration(source);
  const separator = declared?.separator ?? findSeparator(source);
  const records: CsvRecord[] = [];
  let line = declared ? 2 : 1;
  let at = declared?.end ?? 0;
  let record: CsvRecord = { line, cells: [] };
  const endRecord = () => {
    if (record.cells.some((cell) => cell.trim() !== "")) records.push(record);
  };
  while (at < source.length) {
    const rest = pause();
    if (rest) await rest;
    const cell = readCell(source, at, separator);
    if (!cell) return { outcome: "unclosed_quote", line };
    record.cells.push(withoutGuard(cell.text));
    line += countLineEnds(source.slice(at, cell.end));
    at = cell.end;
    if (source[at] === separator) {
      at += 1;
      if (at === source.length) record.cells.push("");
      continue;
    }
    at += source.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    endRecord();
    record = { line, cells: [] };
  }
  endRecord();
  return { outcome: "parsed", records, separator };
}

function withoutGuard(cell: string): string {
  return cell.startsWith("'") && STARTS_A_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** The cell that begins at `at`; null when its quotation is not closed. */
function readCell(
  source: string,
  at: number,
  separator: Separator,
): { text: string; end: number } | null {
  let end = at;
  let text = "";
  if (source[at] === '"') {
    for (;;) {
      const close = source.indexOf('"', end + 1);
      if (close === -1) return null;
      text += source.slice(end + 1, close);
      end = close + 1;
      if (source[end] !== '"') break;
      // Two quotes mean one.
      text += '"';
    }
  }
  // An engine's search, because a loop over the characters of one long cell would hold up other work.
  const plain = PLAIN_TEXT[separator];
  plain.lastIndex = end;
  const rest = plain.exec(source)?.[0] ?? "";
  return { text: text + rest, end: end + rest.length };
}

/** The usual separators, and the text up to the next one or to the end of the line. */
const PLAIN_TEXT = {
  ",": /[^,\r\n]*/y,
  ";": /[^;\r\n]*/y,
  "\t": /[^\t\r\n]*/y,
  "|": /[^|\r\n]*/y,
};
export type Separator = keyof typeof PLAIN_TEXT;
const SEPARATORS = Object.keys(PLAIN_TEXT) as Separator[];

/** A first line that names the separator. Spreadsheets pad it with separators until it has as many cells as the others. */
const DECLARATION = /^"?sep=([,;\t|])"?[,;\t| ]{0,300}(?:\r\n|\r|\n|$)/i;

function readDeclaration(source: string): { separator: Separator; end: number } | null {
  const [line, separator] = DECLARATION.exec(source) ?? [];
  return line === undefined ? null : { separator: separator as Separator, end: line.length };
}

/** Whichever of the usual separators stands most often in the first line that has something on it, outside quotation marks. */
function findSeparator(source: string): Separator {
  const first = (/[^\r\n]+/.exec(source)?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const count = (separator: Separator) => first.split(separator).length;
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
