import type { ShopContext } from "../../context.ts";
import type { ExportField } from "../modules/export-field.ts";
import type { ExportName } from "../modules/export-module.ts";

/** What a file can hold: any export of the Data API. */
export type FileExport = ExportName | "credits-history";

/** A row with its own date, `YYYY-MM-DD` in the store's zone, and as the API gives it: the text of a JSON object. */
export interface SourceRow {
  id: string;
  day: string | null;
  document: string;
}

/** Type of each column, in their order. */
export type FileFields = Readonly<Record<string, ExportField["type"]>>;

/** Where the rows of a file come from. */
export interface FileSource {
  /** In the order of the contract. */
  fields(context: ShopContext): Promise<FileFields>;
  /** Whether rows have a date of their own. */
  readonly hasDays: boolean;
  /** How many rows there are to look at now. */
  count(context: ShopContext): Promise<number>;
  /** All rows by ascending id, in batches of at most `size`. No connection is held between two of them. */
  read(context: ShopContext, size: number): AsyncGenerator<SourceRow[]>;
}
