import { EXPORTS, type ExportName } from "../exports.ts";
import type { LoadState } from "./load-state.ts";

/** Which rows a load is to bring. */
export interface WantedRows {
  readonly source: string;
  /** A day; null for one that is not named. */
  readonly sinceDate: string | null;
}

/** What a load of one export is about: an export that takes no day has none. */
export function wantedRowsOf(name: ExportName, { source, sinceDate }: WantedRows): WantedRows {
  return { source, sinceDate: EXPORTS[name].takesSinceDate ? sinceDate : null };
}

/** Why rows cannot be added to those that are there; null when they can. */
export function whyOtherRows(before: LoadState, wanted: WantedRows): string | null {
  if (before.source !== wanted.source) {
    return `this database holds the rows of ${before.source}, and a store is known by its address. Use that address for the same store, and another database for another one, or replace the rows with --full.`;
  }
  if (wanted.sinceDate !== null && wanted.sinceDate !== before.sinceDate) {
    return `the rows here are those since ${before.sinceDate ?? "the beginning"}. --full loads those of another day.`;
  }
  return null;
}
