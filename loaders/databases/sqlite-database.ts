import { DatabaseSync } from "node:sqlite";
import { LoadError } from "../load-error.ts";
import { type LoadDatabase, quoteName, type SqlValue } from "./load-database.ts";

/** How long to wait for another program that writes to the file. */
const BUSY_TIMEOUT_MS = 30_000;

/**
 * Opens a SQLite file, or makes it.
 *
 * @throws LoadError when that fails.
 */
export function openSqliteDatabase(path: string): LoadDatabase {
  const say = (error: unknown) => new LoadError(`SQLite (${path}): ${(error as Error).message}.`);
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw say(error);
    }
  };
  const db = attempt(() => new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }));
  const exec = (sql: string) => attempt(() => db.exec(sql));
  const run = async (sql: string, values: readonly SqlValue[] = []) =>
    // SQLite reads $1 as a name.
    attempt(() => db.prepare(sql.replaceAll(/\$(\d+)/g, "?$1")).all(...values));
  return {
    run,
    transaction: async (work) => {
      // With the lock for writing from the beginning, nobody can come between reading and writing.
      exec("BEGIN IMMEDIATE");
      try {
        await work();
      } catch (error) {
        if (db.isTransaction) exec("ROLLBACK");
        throw error;
      }
      exec("COMMIT");
    },
    insertRows: async (table, columns, rows) => {
      const names = columns.map(({ name }) => quoteName(name)).join(", ");
      const places = columns.map(() => "?").join(", ");
      attempt(() => {
        const insert = db.prepare(`INSERT INTO ${quoteName(table)} (${names}) VALUES (${places})`);
        for (const row of rows) insert.run(...row);
      });
    },
    columnsOf: async (table) =>
      (await run("SELECT name FROM pragma_table_info($1)", [table])).map(({ name }) =>
        String(name),
      ),
    close: async () => db.close(),
  };
}
