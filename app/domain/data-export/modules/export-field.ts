import { currencyExponent } from "#app/lib/money.ts";
import { textMember } from "../json-row.ts";

/** One field of an export's row. */
export interface ExportField {
  readonly type: "text" | "integer";
  /** SQL for `"name":value`, never null. */
  member(name: string): string;
  /** What it holds and where that comes from, for the API's documents. */
  readonly from: string;
}

/** A text; SQL that is null gives an empty one. */
export function text(from: string, sql: string): ExportField {
  return { type: "text", member: textMember(`(${sql})::text`), from };
}

/** A whole number; SQL that is never null. */
export function integer(from: string, sql: string): ExportField {
  return { type: "integer", member: (name) => `('"${name}":' || (${sql}))`, from };
}

/** SQL for `gid://platform/<type>/<number>`; null where the number is. */
export function gidOf(type: "Customer" | "Order", sql: string): string {
  return `'gid://platform/${type}/' || ${sql}`;
}

/** SQL for an instant as `YYYY-MM-DD` in the rows' zone, which is the third parameter of every export's statement. */
export function dayOf(sql: string): string {
  return `to_char(${sql} AT TIME ZONE $3, 'YYYY-MM-DD')`;
}

/** SQL for an instant as `YYYY-MM-DD HH:MM` in the rows' zone. */
export function minuteOf(sql: string): string {
  return `to_char(${sql} AT TIME ZONE $3, 'YYYY-MM-DD HH24:MI')`;
}

/** SQL for a line of a history: `YYYY-MM-DD HH:MM | amount or state | note`. Line breaks in a note become spaces. */
export function historyLine(at: string, what: string, note: string): string {
  return `${minuteOf(at)} || ' | ' || coalesce((${what})::text, '') || ' | ' || regexp_replace(coalesce(${note}, ''), '\\s+', ' ', 'g')`;
}

const ALL = Intl.supportedValuesOf("currency");
const WITHOUT_DECIMALS = listOf(0);
const WITH_THREE_DECIMALS = listOf(3);

/**
 * SQL for minor units as a decimal text with two places, whatever the currency, as `formatMinorTwoDecimals` writes it.
 *
 * @param currency SQL for the currency of the amount.
 */
export function decimalOf(minor: string, currency: string): string {
  return `round(CASE WHEN ${currency} IN (${WITHOUT_DECIMALS}) THEN (${minor})::numeric
    WHEN ${currency} IN (${WITH_THREE_DECIMALS}) THEN floor((${minor})::numeric / 10 + 0.5) / 100
    ELSE (${minor})::numeric / 100 END, 2)`;
}

/** Written as SQL text: these are codes of ISO 4217 and nothing else. */
function listOf(exponent: number): string {
  return ALL.filter((currency) => currencyExponent(currency) === exponent)
    .map((currency) => `'${currency}'`)
    .join(", ");
}
