import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { withOptions } from "#app/lib/session.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { diskFull, saysDiskFull, UserFacingError } from "#scripts/process/user-facing-error.ts";
import { commandOptions, connectDatabase, describeDatabase } from "./connect-database.ts";
import { splitStatements } from "./split-statements.ts";

/** Held while changing the schema. The number is the one of `prisma migrate deploy`, so both wait for each other. */
export const migrationLock = 72_707_369;

// The same table as `prisma migrate deploy` makes.
const bookkeepingTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface AppliedMigration {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
}

const defaultFolder = join(projectRoot, "prisma", "migrations");

/**
 * Brings a database up to this version: the SQL files of prisma/migrations in the order of their
 * names, each in one transaction, then the job queue's own tables. Safe to repeat and to run twice
 * at once. Returns the names applied now. Throws a UserFacingError, with nothing of the failed
 * migration applied, when one fails, was edited after it was applied, or is unknown to this version.
 */
export async function migrateDatabase(
  databaseUrl: string,
  folder: string = defaultFolder,
): Promise<string[]> {
  const client = await connectDatabase(databaseUrl);
  try {
    await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    await client.query(bookkeepingTable);
    const pending = findPending(readMigrations(folder), await readApplied(client));
    for (const migration of pending) await apply(client, migration);
    await migrateJobQueue(databaseUrl);
    return pending.map(({ name }) => name);
  } catch (error) {
    if (saysDiskFull(error)) throw diskFull(`the database at ${describeDatabase(databaseUrl)}`);
    throw error;
  } finally {
    // Ending the session also releases the advisory lock.
    await client.end();
  }
}

/** The names of the migrations that a database still lacks; nothing is changed. */
export async function listPendingMigrations(
  databaseUrl: string,
  folder: string = defaultFolder,
): Promise<string[]> {
  const client = await connectDatabase(databaseUrl);
  try {
    const { rows } = await client.query<{ present: boolean }>(
      "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present",
    );
    const applied = rows[0]?.present ? await readApplied(client) : [];
    const finished = new Set(applied.filter(isInForce).map((row) => row.migration_name));
    return readMigrations(folder)
      .map(({ name }) => name)
      .filter((name) => !finished.has(name));
  } finally {
    await client.end();
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({ name: entry.name, path: join(folder, entry.name, "migration.sql") }))
    .filter(({ path }) => existsSync(path))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, path }) => {
      const sql = readFileSync(path, "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    "SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations",
  );
  return rows;
}

function isInForce(row: AppliedMigration): boolean {
  return row.rolled_back_at === null && row.finished_at !== null;
}

function findPending(migrations: Migration[], applied: AppliedMigration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const finished = new Set<string>();
  for (const row of applied) {
    if (row.rolled_back_at !== null) continue;
    if (row.finished_at === null) {
      throw new UserFacingError(
        `Migration ${row.migration_name} was begun by another tool and never finished: settle it with "prisma migrate resolve", then try again.`,
      );
    }
    const migration = known.get(row.migration_name);
    if (migration === undefined) {
      throw new UserFacingError(
        `The database is newer than this version: it has migration ${row.migration_name}, which is unknown here.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new UserFacingError(
        `Migration ${row.migration_name} was edited after it was applied: restore the file, and put the change into a new migration.`,
      );
    }
    finished.add(row.migration_name);
  }
  return migrations.filter(({ name }) => !finished.has(name));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  let offset = 0;
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
    // One by one: Citus passes the text of a change to the shape of a table on to its nodes, and they take one statement.
    for (const statement of splitStatements(sql)) {
      offset = statement.offset;
      await client.query(statement.sql);
    }
    await client.query(
      `INSERT INTO _prisma_migrations
         (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
       VALUES ($1, $2, clock_timestamp(), $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    if (saysDiskFull(error)) throw error;
    throw new UserFacingError(
      `Migration ${name} failed and nothing of it was applied: ${explainFailure(error, sql, offset)}`,
    );
  }
}

function explainFailure(error: unknown, sql: string, offset: number): string {
  const message = error instanceof Error ? error.message.split("\n").join(" ") : String(error);
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return message;
  const line = sql.slice(0, offset + Number(error.position) - 1).split("\n").length;
  return `${message} (line ${line} of its file)`;
}

async function migrateJobQueue(databaseUrl: string): Promise<void> {
  const pgPool = new pg.Pool({ ...withOptions(databaseUrl, commandOptions), max: 1 });
  // A broken connection also fails its query, which reports the error.
  pgPool.on("error", () => {});
  pgPool.on("connect", (client) => client.on("error", () => {}));
  try {
    await runMigrations({ pgPool });
  } catch (error) {
    if (saysDiskFull(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new UserFacingError(`The tables of the job queue could not be migrated: ${message}`);
  } finally {
    await pgPool.end();
  }
}
