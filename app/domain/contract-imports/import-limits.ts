import { type CsvFileLimits, MOST_BYTES } from "#app/lib/csv-file-limits.ts";

/** How much an import brings at once. Each line is a call to the platform. */
export const IMPORT_LIMITS: CsvFileLimits = { lines: 5_000, columns: 200, bytes: MOST_BYTES };
