import { AppError, type FieldErrors } from "#app/lib/app-error.ts";

/** The columns of a file of adjustments, and the other names by which they are understood. */
const NAMES = {
  customer: ["customer", "customer_id", "customer_number", "cid", "platform_customer_id"],
  email: ["email", "e_mail", "customer_email"],
  amount: ["amount", "value", "update_value"],
  type: ["type", "update_type"],
  reason: ["reason", "update_reason"],
  currency: ["currency", "currency_code"],
  expires: ["expires", "expires_on", "expires_at", "expiry", "expiry_date", "expiration_date"],
} as const;

export type CreditFileColumn = keyof typeof NAMES;

/** What the template offers, in this order. */
export const CREDIT_FILE_COLUMNS = Object.keys(NAMES) as CreditFileColumn[];

/** Where a column's texts come from: a place in the file, counted from 0, or one text for every line. */
export type ColumnSource = { place: number } | { text: string };
export type ColumnSources = Partial<Record<CreditFileColumn, ColumnSource>>;

/** A column of the file. */
export interface FileColumn {
  title: string;
  /** What its first line says. */
  sample: string;
}

export interface RecognizedColumns {
  sources: ColumnSources;
  /** Why that is not enough to read the file, in a sentence; null when it is. */
  unclear: string | null;
}

/** Maps the column headers of a file as far as they are known. */
export function recognizeColumns(titles: readonly string[]): RecognizedColumns {
  const sources: ColumnSources = {};
  const twice = new Set<CreditFileColumn>();
  for (const [place, title] of titles.entries()) {
    const column = columnNamed(title);
    if (!column) continue;
    if (sources[column]) twice.add(column);
    else sources[column] = { place };
  }
  for (const column of twice) delete sources[column];
  const [doubled] = twice;
  if (doubled) return { sources, unclear: `Two columns of the file mean “${doubled}”.` };
  const missing = Object.keys(missingColumns(sources));
  if (missing.length === 0) return { sources, unclear: null };
  const names = missing.map((name) =>
    name === "customer" ? "“customer” or “email”" : `“${name}”`,
  );
  const list = new Intl.ListFormat("en").format(names);
  return { sources, unclear: `The file has no column ${list}.` };
}

/**
 * Takes what the merchant has said of the columns.
 *
 * @throws AppError invalid_input, with the columns as fields, where something necessary was not said.
 */
export function checkSources(sources: ColumnSources, titles: readonly string[]): void {
  const problems = missingColumns(sources);
  for (const [column, source] of Object.entries(sources)) {
    if ("place" in source && titles[source.place] === undefined) {
      problems[column] = ["The file has no such column."];
    }
  }
  if (Object.keys(problems).length === 0) return;
  throw new AppError("invalid_input", "Say what the columns of the file mean.", problems);
}

/** The titles that are not read. */
export function unreadTitles(sources: ColumnSources, titles: readonly string[]): string[] {
  const read = new Set(
    Object.values(sources).flatMap((source) => ("place" in source ? [source.place] : [])),
  );
  return titles.filter((title, place) => !read.has(place) && title !== "");
}

function columnNamed(title: string): CreditFileColumn | undefined {
  const name = title.toLowerCase().replaceAll(/[\s-]+/g, "_");
  return CREDIT_FILE_COLUMNS.find((one) => (NAMES[one] as readonly string[]).includes(name));
}

function missingColumns(sources: ColumnSources): FieldErrors {
  const missing: FieldErrors = {};
  if (!sources.customer && !sources.email) {
    missing.customer = ["Say where the customer's number or e-mail stands."];
  }
  for (const column of ["amount", "type", "reason"] as const) {
    if (!sources[column]) missing[column] = [`Say where the ${column} stands.`];
  }
  return missing;
}
