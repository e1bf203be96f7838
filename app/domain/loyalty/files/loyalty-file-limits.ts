import { type CsvFileLimits, MOST_BYTES } from "#app/lib/csv-file-limits.ts";

/** How much a file of balances and tiers may bring at once. */
export const LOYALTY_FILE_LIMITS: CsvFileLimits = {
  lines: 10_000,
  columns: 500,
  bytes: MOST_BYTES,
};
