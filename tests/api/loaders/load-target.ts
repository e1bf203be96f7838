import { mkdtempSync, rmSync } from "node:fs";
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
  remove(): Promise<void>;
}

export type LoadTargetKind = "sqlite" | "postgres" | "duckdb";

export async function createLoadTarget(kind: LoadTargetKind): Promise<LoadTarget> {
  if (kind === "postgres") {
    const { url, drop } = await createTestDatabase();
    return { into: url, query: (sql) => queryOnce(url, sql), remove: drop };
  }
  const folder = mkdtempSync(join(tmpdir(), "perennial-load-"));
  const into = `${kind}:${join(folder, "store.db")}`;
  return {
    into,
    query: (sql) => queryOnce(into, sql),
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
