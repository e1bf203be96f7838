import type { LoadDatabase } from "../databases/load-database.ts";
import type { ExportName } from "../exports.ts";
import { ExportError } from "../load-error.ts";

/** How far an export has been loaded. It is a row in the database that holds the rows. */
export interface LoadState {
  /** The store's address. */
  readonly source: string;
  /** Rows before this day were left out; null when none were. */
  readonly sinceDate: string | null;
  /** Where the next load begins; 0 for numbered pages, which begin at the first. */
  readonly lastId: number;
  readonly rowCount: number;
}

const TABLE = "perennial_load_state";

/** Makes the table of states. May be repeated. */
export async function prepareStates(db: LoadDatabase): Promise<void> {
  await db.run(`CREATE TABLE IF NOT EXISTS ${TABLE} (
    export text PRIMARY KEY, source text NOT NULL, since_date text, last_id bigint NOT NULL,
    row_count bigint NOT NULL, loaded_at text, replaced_by text)`);
}

/** @returns null when no row of the export was ever asked for with success: what was named then binds nobody. */
export async function readState(db: LoadDatabase, name: ExportName): Promise<LoadState | null> {
  const [row] = await db.run(`SELECT * FROM ${TABLE} WHERE export = $1`, [name]);
  if (!row || row.loaded_at === null) return null;
  return {
    source: String(row.source),
    sinceDate: row.since_date === null ? null : String(row.since_date),
    lastId: Number(row.last_id),
    rowCount: Number(row.row_count),
  };
}

/** Writes the first state of an export; one by which rows were loaded stays. */
export async function startState(
  db: LoadDatabase,
  name: ExportName,
  { source, sinceDate }: Pick<LoadState, "source" | "sinceDate">,
): Promise<void> {
  await db.run(
    `INSERT INTO ${TABLE} (export, source, since_date, last_id, row_count) VALUES ($1, $2, $3, 0, 0)
     ON CONFLICT (export) DO UPDATE SET source = excluded.source, since_date = excluded.since_date
     WHERE ${TABLE}.loaded_at IS NULL`,
    [name, source, sinceDate],
  );
}

/**
 * Moves a state on by a page, inside the transaction that writes the page's rows.
 *
 * @throws ExportError when another load has moved it meanwhile.
 */
export async function advanceState(
  db: LoadDatabase,
  name: ExportName,
  { from, to, rows }: { from: number; to: number; rows: number },
): Promise<void> {
  const moved = await db.run(
    `UPDATE ${TABLE} SET last_id = $3, row_count = row_count + $4, loaded_at = $5
     WHERE export = $1 AND last_id = $2 RETURNING export`,
    [name, from, to, rows, now()],
  );
  if (moved.length === 0) throw overtaken(name);
}

/** Announces a load that will replace all rows. Another one that is under way will fail. */
export async function claimReplacement(
  db: LoadDatabase,
  name: ExportName,
  run: string,
): Promise<void> {
  await db.run(`UPDATE ${TABLE} SET replaced_by = $2 WHERE export = $1`, [name, run]);
}

/** The claim of the load that replaces the rows of an export; null when there is none. */
export async function readClaim(db: LoadDatabase, name: ExportName): Promise<string | null> {
  const [row] = await db.run(`SELECT replaced_by FROM ${TABLE} WHERE export = $1`, [name]);
  return row?.replaced_by === null || row === undefined ? null : String(row.replaced_by);
}

/** Takes a claim away, inside a transaction. @returns false when there is another one by now. */
export async function withdrawClaim(
  db: LoadDatabase,
  name: ExportName,
  claim: string | null,
): Promise<boolean> {
  const withdrawn = await db.run(
    `UPDATE ${TABLE} SET replaced_by = NULL
     WHERE export = $1 AND coalesce(replaced_by, '') = $2 RETURNING export`,
    [name, claim ?? ""],
  );
  return withdrawn.length > 0;
}

/**
 * Takes part in a replacement's transaction: nothing of it is committed once another load has announced itself.
 *
 * @throws ExportError then.
 */
export async function holdReplacement(
  db: LoadDatabase,
  name: ExportName,
  run: string,
): Promise<void> {
  const held = await db.run(
    `UPDATE ${TABLE} SET loaded_at = loaded_at WHERE export = $1 AND replaced_by = $2 RETURNING export`,
    [name, run],
  );
  if (held.length === 0) throw overtaken(name);
}

/**
 * Ends a replacement, inside the transaction that puts the new rows in place.
 *
 * @throws ExportError when another load has announced itself meanwhile.
 */
export async function finishReplacement(
  db: LoadDatabase,
  name: ExportName,
  run: string,
  state: LoadState,
): Promise<void> {
  const finished = await db.run(
    `UPDATE ${TABLE} SET source = $3, since_date = $4, last_id = $5, row_count = $6, loaded_at = $7, replaced_by = NULL
     WHERE export = $1 AND replaced_by = $2 RETURNING export`,
    [name, run, state.source, state.sinceDate, state.lastId, state.rowCount, now()],
  );
  if (finished.length === 0) throw overtaken(name);
}

function now(): string {
  return new Date().toISOString();
}

function overtaken(name: ExportName): ExportError {
  return new ExportError(`${name}: another load into this database has overtaken this one.`);
}
