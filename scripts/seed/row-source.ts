import type { CopyValue } from "./copy-text.ts";
import type { StagedTable } from "./staged-tables.ts";

/** How one thing becomes a row: each column beside the value that it gets. */
export interface RowSource<T> {
  readonly table: StagedTable;
  values(item: T): CopyValue[];
}

export function rowSource<T>(
  name: string,
  orderBy: string,
  cells: Readonly<Record<string, (item: T) => CopyValue>>,
): RowSource<T> {
  const columns = Object.keys(cells);
  const read = Object.values(cells);
  return { table: { name, columns, orderBy }, values: (item) => read.map((cell) => cell(item)) };
}

/** An instant as a row has it. */
export function instant(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}
