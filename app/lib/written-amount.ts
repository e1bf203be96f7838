import { currencyExponent } from "./money.ts";
import type { Separator } from "./parse-csv.ts";

/** Said of an amount that is {@link WrittenAmount.isUnclear}. */
export const UNCLEAR_AMOUNT =
  "Can be read in two ways. Write it without a thousands separator, for example 1234,50.";

/** The same of a number of things. */
export const UNCLEAR_COUNT =
  "Can be read in two ways. Write it without a thousands separator, for example 1234.";

/** A cell with an amount. */
export interface WrittenAmount {
  /** A plain decimal ("1234.50") where the cell is an amount; else what the cell says. */
  text: string;
  /** It may mean two amounts, such as 1.234. */
  isUnclear: boolean;
}

const BLANK = /[ \u00a0\u202f'\u2019]/g;
/** Groups of three with blanks or apostrophes between. */
const BLANK_GROUPS =
  /^-?[1-9]\d{0,2}(?:[ \u00a0\u202f'\u2019]\d{3}){1,9}(?![\d \u00a0\u202f'\u2019])/;
const ONE_SIGN = /^(-?\d{1,30})[.,](\d{1,30})$/;
const GROUPED = [
  /^-?[1-9]\d{0,2}(?:\.\d{3}){1,9},\d{1,30}$/,
  /^-?[1-9]\d{0,2}(?:,\d{3}){1,9}\.\d{1,30}$/,
];
const GROUPS_ALONE = /^-?[1-9]\d{0,2}(?:(?:\.\d{3}){2,9}|(?:,\d{3}){2,9})$/;

/**
 * Reads an amount as a spreadsheet has saved it, of whatever country: what can mean one amount alone is that amount. The separator of the
 * cells says nothing, because some spreadsheets save commas between the cells for every country.
 *
 * @param currency of the amount, if one is known: where it has three decimals, they stand behind the decimal sign that goes with the
 *   separator, which is a comma between semicolons and a point otherwise.
 */
export function readWrittenAmount(
  cell: string,
  separator: Separator,
  currency: string | null,
): WrittenAmount {
  const signed = cell.replace("\u2212", "-");
  const wasGrouped = BLANK_GROUPS.test(signed);
  const compact = wasGrouped ? signed.replaceAll(BLANK, "") : signed;
  const [, whole, decimals] = ONE_SIGN.exec(compact) ?? [];
  if (whole !== undefined && decimals !== undefined) {
    const isThird = decimals.length === 3 && !wasGrouped && isGroupLength(whole);
    const isOwnThird =
      currency !== null &&
      currencyExponent(currency) === 3 &&
      compact.includes(separator === ";" ? "," : ".");
    if (isThird && !isOwnThird) return { text: cell, isUnclear: true };
    return { text: `${whole}.${decimals}`, isUnclear: false };
  }
  if (GROUPED.some((pattern) => pattern.test(compact))) {
    const at = Math.max(compact.lastIndexOf("."), compact.lastIndexOf(","));
    const text = `${compact.slice(0, at).replaceAll(/[.,]/g, "")}.${compact.slice(at + 1)}`;
    return { text, isUnclear: false };
  }
  if (GROUPS_ALONE.test(compact))
    return { text: compact.replaceAll(/[.,]/g, ""), isUnclear: false };
  return { text: /^-?\d+$/.test(compact) ? compact : cell, isUnclear: false };
}

/** Whether the digits may be the first group of a number with groups of three: "0" begins none. */
function isGroupLength(whole: string): boolean {
  const digits = whole.replace("-", "");
  return digits.length <= 3 && digits !== "0";
}

/** The same for a number of things, which has no decimals but zeros: a spreadsheet writes 1200 as 1200,00 where its column says so. */
export function readWrittenCount(cell: string, separator: Separator): WrittenAmount {
  const { text, isUnclear } = readWrittenAmount(cell, separator, null);
  return { text: isUnclear ? text : text.replace(/^(-?\d{1,30})\.0{1,9}$/, "$1"), isUnclear };
}
