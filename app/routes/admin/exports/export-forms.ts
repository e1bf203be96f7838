import type { FileExport } from "#app/domain/data-export/files/file-source.ts";
import {
  FILE_EXPORTS,
  FILE_FILTERS,
  FILE_SOURCES,
} from "#app/domain/data-export/files/file-sources.ts";
import { NUMBERED_EXPORTS } from "#app/domain/data-export/reads/list-reads.ts";
import { EXPORT_WORDS, FILTER_WORDS } from "./export-words.ts";

/** What can be asked of an export. */
export interface ExportForm {
  name: FileExport;
  title: string;
  rowIs: string;
  /** Whether a file can be narrowed to days. */
  hasDays: boolean;
  /** Whether the API gives it by numbered pages. */
  isNumbered: boolean;
  filters: { field: string; label: string; values: readonly string[] }[];
}

/** Every export that a file can hold, in the order of the page. */
export function exportForms(): ExportForm[] {
  return FILE_EXPORTS.map((name) => ({
    name,
    ...EXPORT_WORDS[name],
    isNumbered: NUMBERED_EXPORTS.includes(name),
    hasDays: FILE_SOURCES[name].hasDays,
    filters: Object.entries(FILE_FILTERS[name]).map(([field, values]) => ({
      field,
      label: FILTER_WORDS[field] ?? field,
      values,
    })),
  }));
}
