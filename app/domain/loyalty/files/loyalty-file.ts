import { wrongField } from "#app/lib/app-error.ts";
import { lineText } from "#app/lib/line-text.ts";
import { mapInSlices } from "#app/lib/pace-work.ts";
import { cellAt, hashRows, readCsvFile } from "#app/lib/read-csv-file.ts";
import { readWrittenCount } from "#app/lib/written-amount.ts";
import { readWrittenDay } from "#app/lib/written-day.ts";
import { customerNumber } from "../../customers/match-customer.ts";
import { LOYALTY_FILE_LIMITS } from "./loyalty-file-limits.ts";

/** The columns of such a file, and the other names by which they are understood. */
const NAMES = {
  customer: ["customer", "customer_id", "customer_number", "cid", "platform_customer_id"],
  email: ["email", "e_mail", "customer_email"],
  points: ["points", "points_balance", "balance"],
  tier: ["tier", "tier_name", "vip_tier", "level"],
  expires: ["expires", "expires_on", "expires_at", "expiry", "expiry_date", "expiration_date"],
  reason: ["reason", "note"],
} as const;

export type LoyaltyFileColumn = keyof typeof NAMES;

/** What the template offers, in this order. */
export const LOYALTY_FILE_COLUMNS = Object.keys(NAMES) as LoyaltyFileColumn[];

/** One line as it was written. */
export type LoyaltyFileLineText = Record<LoyaltyFileColumn, string> & {
  /** Counted from 1 over the lines that have something on them. */
  position: number;
  /** Its line number in the file. */
  line: number;
  /** It has cells without a column header. */
  isTooLong: boolean;
  /** The points may be one of two numbers. */
  arePointsUnclear: boolean;
};

export interface LoyaltyFileText {
  lines: LoyaltyFileLineText[];
  /** Names the lines' content, however the file was written: separators, line ends, names and order of columns do not count. */
  contentHash: string;
  /** Titles of the columns that mean nothing here. */
  unreadColumns: string[];
}

/**
 * Reads a file of balances and tiers in slices, so other requests are served in between.
 *
 * @throws AppError invalid_input, with the field `file`, when it cannot be read as one; what single lines say is not judged here.
 */
export async function readLoyaltyFile(bytes: Uint8Array): Promise<LoyaltyFileText> {
  const { titles, records, separator } = await readCsvFile(bytes, LOYALTY_FILE_LIMITS);
  const places = placesOf(titles);
  const written = await mapInSlices(records, ({ line, cells }, index) => {
    const cell = (column: LoyaltyFileColumn) => {
      const place = places.get(column);
      return place === undefined ? "" : cellAt(cells, place);
    };
    const points = readWrittenCount(cell("points"), separator);
    return {
      ...{ position: index + 1, line },
      isTooLong: cells.slice(titles.length).some((text) => text.trim() !== ""),
      ...{ customer: customerNumber(cell("customer")), email: cell("email") },
      ...{ points: points.text, arePointsUnclear: points.isUnclear, tier: cell("tier") },
      ...{ expires: readWrittenDay(cell("expires")), reason: cell("reason") },
    };
  });
  const read = new Set(places.values());
  return {
    // Cleaned once the content has its name: a file that was applied before is known by what it says, not by how that is kept.
    lines: await mapInSlices(written, (line) => ({ ...line, reason: lineText(line.reason) })),
    contentHash: await hashRows(
      written.map((line) => LOYALTY_FILE_COLUMNS.map((column) => line[column])),
    ),
    unreadColumns: titles.filter((title, place) => !read.has(place) && title !== ""),
  };
}

function placesOf(titles: readonly string[]): Map<LoyaltyFileColumn, number> {
  const places = new Map<LoyaltyFileColumn, number>();
  for (const [place, title] of titles.entries()) {
    const name = title.toLowerCase().replaceAll(/[\s-]+/g, "_");
    const column = LOYALTY_FILE_COLUMNS.find((one) =>
      (NAMES[one] as readonly string[]).includes(name),
    );
    if (!column) continue;
    if (places.has(column)) throw wrongField("file", `Two columns of the file mean “${column}”.`);
    places.set(column, place);
  }
  if (!places.has("customer") && !places.has("email")) {
    throw wrongField("file", "The file has no column “customer” or “email”.");
  }
  if (!places.has("points") && !places.has("tier")) {
    throw wrongField("file", "The file has no column “points” or “tier”.");
  }
  return places;
}
