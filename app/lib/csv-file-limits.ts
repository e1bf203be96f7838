/** How much an uploaded file of comma-separated values may bring at once. */
export interface CsvFileLimits {
  bytes: number;
  /** Lines below the heading. */
  lines: number;
  columns: number;
}

/** The largest file that any page takes. */
export const MOST_BYTES = 2_000_000;

/** What to say of a file with more bytes. */
export function tooLarge({ bytes }: Pick<CsvFileLimits, "bytes">): string {
  return `The file is larger than ${bytes / 1_000_000} MB. Divide it into several.`;
}
