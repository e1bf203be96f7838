import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLoadDatabase } from "#loaders/databases/open-load-database.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

/** An empty database to load into. */
export interface LoadTarget {
  /** As `--into` takes it. */
  readonly into: string;
  /** What it holds now, read by a connection of its own. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Whether a load is within a transaction now; of DuckDB nobody else can tell, so always. */
  isWriting(): Promise<boolean>;
  remove(): Promise<void>;
}

export type LoadTargetKind = "sqlite" | "postgres" | "duckdb";

const LOADS_IN_TRANSACTION = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
    AND application_name = 'perennial-load'`;

export async function createLoadTarget(kind: LoadTargetKind): Promise<LoadTarget> {
  if (kind === "postgres") {
    const { url, drop } = await createTestDatabase();
    return {
      into: url,
      query: (sql) => queryOnce(url, sql),
      isWriting: async () => (await queryOnce(url, LOADS_IN_TRANSACTION)).length > 0,
      remove: drop,
    };
  }
  const folder = mkdtempSync(join(tmpdir(), "perennial-load-"));
  const path = join(folder, "store.db");
  const into = `${kind}:${path}`;
  return {
    into,
    query: (sql) => queryOnce(into, sql),
    isWriting: async () => kind === "duckdb" || existsSync(`${path}-journal`),
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

async function queryOnce(into: string, sql: string): Promise<Record<string, unknown>[]> {
  const db = await openLoadDatabase(into);
  try {
    return await db.run(sql);
  } finally {
    await db.close();
  }
}
