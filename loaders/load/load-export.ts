import { type DataPage, readPages } from "../data-api/read-pages.ts";
import type { DataApiConnection } from "../data-api/request-json.ts";
import { type Column, type LoadDatabase, quoteName } from "../databases/load-database.ts";
import { EXPORTS, type ExportName } from "../exports.ts";
import { ExportError } from "../load-error.ts";
import {
  columnsOfExport,
  ensureTable,
  incomingTableOf,
  newColumnsIn,
  PAGE_CURSOR,
  tableOf,
  toValues,
} from "./export-table.ts";
import {
  advanceState,
  claimReplacement,
  finishReplacement,
  holdReplacement,
  type LoadState,
  prepareStates,
  readState,
  startState,
} from "./load-state.ts";
import { newClaim } from "./replacement-claim.ts";
import { wantedRowsOf, whyOtherRows } from "./same-rows.ts";

export interface LoadRequest {
  readonly name: ExportName;
  /**
   * Leave out rows before this day. Null: as the loads before, and in a full load no row. An export that takes no
   * day ignores it.
   */
  readonly sinceDate: string | null;
  /** Read everything again and replace what is there. */
  readonly isFull: boolean;
  /** Told how many rows have come so far, after each page. */
  readonly onPage?: (rowsSoFar: number) => void;
}

export interface LoadedExport {
  /** Rows that this load brought. */
  readonly added: number;
  /** Rows that the table has now. */
  readonly total: number;
}

/**
 * Loads one export into its table. A cursor export continues where the last load stopped: each page is committed
 * with its cursor, so a load that is ended at any moment neither loses nor repeats a row. Numbered pages,
 * and a full load, are read into a second table, whose rows take the place of the old ones in one transaction at the end.
 *
 * @throws LoadError, also when the table holds another store's rows, or rows since another day.
 */
export async function loadExport(
  connection: DataApiConnection,
  db: LoadDatabase,
  { name, sinceDate, isFull, onPage = () => {} }: LoadRequest,
): Promise<LoadedExport> {
  const { paging } = EXPORTS[name];
  const wanted = wantedRowsOf(name, { source: connection.proxyBase, sinceDate });
  await prepareStates(db);
  const before = await readState(db, name);
  const problem = before && !isFull ? whyOtherRows(before, wanted) : null;
  if (problem) throw new ExportError(`${name}: ${problem}`);
  if (!before) await startState(db, name, wanted);
  const columns = columnsOfExport(name);
  await ensureTable(db, tableOf(name), columns);
  const state = before ?? { ...wanted, lastId: 0, rowCount: 0 };
  if (paging === "cursor" && !isFull) {
    const pages = readPages(connection, name, {
      sinceId: state.lastId,
      sinceDate: state.sinceDate,
    });
    return appendPages(db, name, { pages, columns, state, onPage });
  }
  const pages = readPages(connection, name, { sinceDate: wanted.sinceDate });
  return replaceRows(db, name, { pages, columns, state: { ...state, ...wanted }, onPage });
}

interface Load {
  pages: AsyncGenerator<DataPage>;
  columns: Column[];
  state: LoadState;
  onPage: (rowsSoFar: number) => void;
}

async function appendPages(
  db: LoadDatabase,
  name: ExportName,
  { pages, columns, state, onPage }: Load,
): Promise<LoadedExport> {
  const table = tableOf(name);
  let added = 0;
  for await (const { cursor, rows, lastId } of pages) {
    await addNewColumns(db, [table], columns, rows);
    await db.transaction(async () => {
      const to = lastId ?? cursor;
      await advanceState(db, name, { from: cursor, to, rows: rows.length });
      await db.run(`DELETE FROM ${quoteName(table)} WHERE ${PAGE_CURSOR} = $1`, [cursor]);
      await db.insertRows(table, columns, toValues(rows, cursor, columns));
    });
    added += rows.length;
    onPage(added);
  }
  return { added, total: state.rowCount + added };
}

async function replaceRows(
  db: LoadDatabase,
  name: ExportName,
  { pages, columns, state, onPage }: Load,
): Promise<LoadedExport> {
  const table = tableOf(name);
  const incoming = incomingTableOf(name);
  const run = newClaim();
  await claimReplacement(db, name, run);
  // Left by a load that was ended.
  await db.run(`DROP TABLE IF EXISTS ${quoteName(incoming)}`);
  await ensureTable(db, incoming, columns);
  let lastId = 0;
  let added = 0;
  for await (const page of pages) {
    await addNewColumns(db, [table, incoming], columns, page.rows);
    await db.transaction(async () => {
      await holdReplacement(db, name, run);
      await db.insertRows(incoming, columns, toValues(page.rows, page.cursor, columns));
    });
    lastId = page.lastId ?? 0;
    added += page.rows.length;
    onPage(added);
  }
  const names = columns.map((column) => quoteName(column.name)).join(", ");
  await db.transaction(async () => {
    await finishReplacement(db, name, run, { ...state, lastId, rowCount: added });
    // Its rows change places, not the table: views and grants on it stay.
    await db.run(`DELETE FROM ${quoteName(table)}`);
    await db.run(
      `INSERT INTO ${quoteName(table)} (${names}) SELECT ${names} FROM ${quoteName(incoming)}`,
    );
  });
  await db.run(`DROP TABLE IF EXISTS ${quoteName(incoming)}`);
  return { added, total: added };
}

/** Adds to the tables, and to `columns`, what these rows have and no row had before. */
async function addNewColumns(
  db: LoadDatabase,
  tables: readonly string[],
  columns: Column[],
  rows: DataPage["rows"],
): Promise<void> {
  const found = newColumnsIn(rows, columns);
  if (found.length === 0) return;
  columns.push(...found);
  for (const table of tables) await ensureTable(db, table, columns);
}
