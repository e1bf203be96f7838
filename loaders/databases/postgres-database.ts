import pg from "pg";
import { LoadError } from "../load-error.ts";
import { type LoadDatabase, quoteName, type SqlValue } from "./load-database.ts";

/**
 * Connects to a PostgreSQL. A password may also come from PGPASSWORD or a password file.
 *
 * @param url `postgres://…`; tables are made in the first schema of its search path.
 * @throws LoadError when that fails.
 */
export async function openPostgresDatabase(url: string): Promise<LoadDatabase> {
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new LoadError(`PostgreSQL: ${describe(error)}.`);
    }
  };
  const client = await attempt(async () => {
    const made = new pg.Client({ connectionString: url, application_name: "perennial-load" });
    // A connection that breaks between two statements; the next statement fails and says so.
    made.on("error", () => {});
    await made.connect();
    return made;
  });
  const run = (sql: string, values: readonly unknown[] = []) =>
    attempt(async () => (await client.query(sql, [...values])).rows);
  return {
    run,
    transaction: async (work) => {
      await run("BEGIN");
      try {
        await work();
      } catch (error) {
        // What failed is more telling than a connection that is gone.
        await client.query("ROLLBACK").catch(() => {});
        throw error;
      }
      await run("COMMIT");
    },
    // One list a column: ten thousand rows have more values than a statement may have parameters.
    insertRows: async (table, columns, rows) => {
      const names = columns.map(({ name }) => quoteName(name)).join(", ");
      const lists = columns.map(({ type }, index) => {
        return `$${index + 1}::${type === "integer" ? "bigint" : "text"}[]`;
      });
      const values = columns.map((_, index) => rows.map((row): SqlValue => row[index] ?? null));
      await run(
        `INSERT INTO ${quoteName(table)} (${names}) SELECT * FROM unnest(${lists.join(", ")})`,
        values,
      );
    },
    columnsOf: async (table) =>
      (
        await run(
          `SELECT column_name FROM information_schema.columns
           WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`,
          [table],
        )
      ).map(({ column_name }) => String(column_name)),
    close: () => client.end(),
  };
}

function describe(error: unknown): string {
  // Several addresses of one host were tried.
  if (error instanceof AggregateError) return describe(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, " ").replace(/\.$/, "");
}
