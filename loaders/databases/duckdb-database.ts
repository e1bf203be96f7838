import type { DuckDBConnection } from "@duckdb/node-api";
import { LoadError } from "../load-error.ts";
import type { Column, LoadDatabase, SqlValue } from "./load-database.ts";

/**
 * Opens a DuckDB file, or makes it. DuckDB lets one process write to a file.
 *
 * @throws LoadError when that fails, or when its package is not installed.
 */
export async function openDuckdbDatabase(path: string): Promise<LoadDatabase> {
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new LoadError(`DuckDB (${path}): ${firstLine(error)}`);
    }
  };
  const { DuckDBInstance } = await loadPackage();
  const instance = await attempt(() => DuckDBInstance.create(path));
  const connection = await attempt(() => instance.connect());
  const run = (sql: string, values: readonly SqlValue[] = []) =>
    attempt(async () => {
      const reader = await connection.runAndReadAll(sql, values.map(toDuckdb));
      return reader.getRowObjects() as Record<string, unknown>[];
    });
  const columnsOf = async (table: string) =>
    (
      await run(
        `SELECT column_name FROM information_schema.columns
         WHERE table_catalog = current_database() AND table_schema = current_schema()
           AND table_name = $1 ORDER BY ordinal_position`,
        [table],
      )
    ).map(({ column_name }) => String(column_name));
  return {
    run,
    transaction: async (work) => {
      await run("BEGIN");
      try {
        await work();
      } catch (error) {
        await connection.run("ROLLBACK").catch(() => {});
        throw error;
      }
      await run("COMMIT");
    },
    insertRows: async (table, columns, rows) => {
      const order = await columnsOf(table);
      await attempt(() => append(connection, table, placesOf(order, columns), rows));
    },
    columnsOf,
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function loadPackage() {
  try {
    return await import("@duckdb/node-api");
  } catch {
    throw new LoadError("DuckDB is not installed: run npm ci without leaving anything out.");
  }
}

/** For each column of the table, what is known of it and where its value stands in a row; null for one that is not loaded. */
function placesOf(order: readonly string[], columns: readonly Column[]) {
  return order.map((name) => {
    const index = columns.findIndex((column) => column.name === name);
    return index < 0 ? null : { index, isInteger: columns[index]?.type === "integer" };
  });
}

async function append(
  connection: DuckDBConnection,
  table: string,
  places: ReturnType<typeof placesOf>,
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const appender = await connection.createAppender(table);
  try {
    for (const row of rows) {
      for (const place of places) {
        const value = place ? (row[place.index] ?? null) : null;
        if (value === null) appender.appendNull();
        else if (place?.isInteger) appender.appendBigInt(BigInt(value));
        else appender.appendVarchar(String(value));
      }
      appender.endRow();
    }
  } finally {
    appender.closeSync();
  }
}

/** A number would be bound as a floating-point one. */
function toDuckdb(value: SqlValue): string | bigint | null {
  return typeof value === "number" ? BigInt(value) : value;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
