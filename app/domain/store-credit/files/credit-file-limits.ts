import { type CsvFileLimits, MOST_BYTES } from "#app/lib/csv-file-limits.ts";

/** How much a file of adjustments may bring at once. */
export const CREDIT_FILE_LIMITS: CsvFileLimits = { lines: 10_000, columns: 500, bytes: MOST_BYTES };
