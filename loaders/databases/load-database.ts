import type { ColumnType } from "../exports.ts";

export type SqlValue = string | number | null;

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * A database that rows are loaded into. One connection, used by one caller at a time; every statement between the
 * beginning and the end of `transaction` belongs to it. Failures are LoadErrors in one line.
 */
export interface LoadDatabase {
  /** Runs one statement; its values stand as `$1`, `$2`, … */
  run(sql: string, values?: readonly SqlValue[]): Promise<Record<string, unknown>[]>;
  /** Commits what the work did, all of it, or nothing when it throws or the process ends. */
  transaction(work: () => Promise<void>): Promise<void>;
  /** Inserts rows, their values in the order of the columns. */
  insertRows(
    table: string,
    columns: readonly Column[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<void>;
  /** The names of a table's columns, in its own order; none when there is no such table. */
  columnsOf(table: string): Promise<string[]>;
  close(): Promise<void>;
}

/** A name as SQL. Names are ours or checked (`columnOfField`); quoting is for words that SQL reserves. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
