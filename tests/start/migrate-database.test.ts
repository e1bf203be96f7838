import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listPendingMigrations, migrateDatabase } from "#scripts/database/migrate-database.ts";
import type { RunningPostgres } from "#scripts/postgres/start-postgres.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { createDatabase, dropDatabase } from "#tests/support/database-server.ts";
import { migrationFolder, writeMigration } from "./migration-folder.ts";

let server: RunningPostgres;

beforeAll(async () => {
  server = await startTemporaryPostgres({ inMemory: true });
});

afterAll(() => server.stop());

async function emptyDatabase(): Promise<string> {
  const name = `migrations_${randomBytes(6).toString("hex")}`;
  const url = await createDatabase(server.databaseUrl, name);
  onTestFinished(() => dropDatabase(server.databaseUrl, name));
  return url;
}

async function query(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const people = "CREATE TABLE people (name text);";
const places = "CREATE TABLE places (name text); INSERT INTO places VALUES ('here');";

describe("migrating a database", () => {
  test("applies the files in the order of their names, once", async () => {
    const folder = migrationFolder({
      "0002_fill": "INSERT INTO people VALUES ('first');",
      "0001_people": people,
    });
    const url = await emptyDatabase();
    expect(await migrateDatabase(url, folder)).toEqual(["0001_people", "0002_fill"]);
    expect(await migrateDatabase(url, folder)).toEqual([]);
    expect(await query(url, "SELECT name FROM people")).toEqual([{ name: "first" }]);
  });

  test("keeps the books that prisma migrate deploy would keep", async () => {
    const url = await emptyDatabase();
    await migrateDatabase(url, migrationFolder({ "0001_people": people }));
    const [row] = await query(url, "SELECT * FROM _prisma_migrations");
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: createHash("sha256").update(people).digest("hex"),
      finished_at: expect.any(Date),
      migration_name: "0001_people",
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date),
      applied_steps_count: 1,
    });
    const columns = await query(
      url,
      `SELECT column_name, data_type, character_maximum_length AS length, is_nullable
       FROM information_schema.columns WHERE table_name = '_prisma_migrations'
       ORDER BY ordinal_position`,
    );
    const instant = "timestamp with time zone";
    const text = "character varying";
    expect(columns.map((column) => Object.values(column))).toEqual([
      ["id", text, 36, "NO"],
      ["checksum", text, 64, "NO"],
      ["finished_at", instant, null, "YES"],
      ["migration_name", text, 255, "NO"],
      ["logs", "text", null, "YES"],
      ["rolled_back_at", instant, null, "YES"],
      ["started_at", instant, null, "NO"],
      ["applied_steps_count", "integer", null, "NO"],
    ]);
  });

  test("makes the job queue's own tables too", async () => {
    const url = await emptyDatabase();
    await migrateDatabase(url, migrationFolder({}));
    expect(await query(url, "SELECT to_regclass('graphile_worker.jobs') AS jobs")).toEqual([
      { jobs: "graphile_worker.jobs" },
    ]);
  });

  test("a failing migration leaves nothing of itself, keeps those before it, and is named with its line", async () => {
    const url = await emptyDatabase();
    const folder = migrationFolder({
      "0001_people": people,
      "0002_broken": `${places}\nINSERT INTO\n  nowhere VALUES (1);`,
    });
    await expect(migrateDatabase(url, folder)).rejects.toThrow(
      'Migration 0002_broken failed and nothing of it was applied: relation "nowhere" does not exist (line 3 of its file)',
    );
    const rows = await query(
      url,
      "SELECT to_regclass('people') AS people, to_regclass('places') AS places",
    );
    expect(rows).toEqual([{ people: "people", places: null }]);
    expect(await query(url, "SELECT migration_name FROM _prisma_migrations")).toEqual([
      { migration_name: "0001_people" },
    ]);
  });

  test("a migration that was put right is applied by the next run", async () => {
    const url = await emptyDatabase();
    const folder = migrationFolder({ "0001_places": "CREATE TABLE places (name txet);" });
    await expect(migrateDatabase(url, folder)).rejects.toThrow("Migration 0001_places failed");
    writeMigration(folder, "0001_places", places);
    expect(await migrateDatabase(url, folder)).toEqual(["0001_places"]);
  });

  test("a migration that was edited after it was applied is refused, and nothing is changed", async () => {
    const url = await emptyDatabase();
    const folder = migrationFolder({ "0001_people": people });
    await migrateDatabase(url, folder);
    writeMigration(folder, "0001_people", `${people} -- and more`);
    writeMigration(folder, "0002_places", places);
    await expect(migrateDatabase(url, folder)).rejects.toThrow(
      "Migration 0001_people was edited after it was applied",
    );
    expect(await query(url, "SELECT to_regclass('places') AS places")).toEqual([{ places: null }]);
  });

  test("a database that is newer than the files is refused", async () => {
    const url = await emptyDatabase();
    await migrateDatabase(url, migrationFolder({ "0001_people": people, "0002_places": places }));
    await expect(migrateDatabase(url, migrationFolder({ "0001_people": people }))).rejects.toThrow(
      "The database is newer than this version: it has migration 0002_places",
    );
  });

  test("a migration that another tool left half done is refused", async () => {
    const url = await emptyDatabase();
    const folder = migrationFolder({ "0001_people": people });
    await migrateDatabase(url, folder);
    await query(url, "UPDATE _prisma_migrations SET finished_at = NULL");
    await expect(migrateDatabase(url, folder)).rejects.toThrow(
      "Migration 0001_people was begun by another tool and never finished",
    );
  });

  test("a migration that another tool has rolled back is applied again", async () => {
    const url = await emptyDatabase();
    const folder = migrationFolder({ "0001_people": people });
    await migrateDatabase(url, folder);
    await query(url, "DROP TABLE people");
    await query(url, "UPDATE _prisma_migrations SET rolled_back_at = now()");
    expect(await listPendingMigrations(url, folder)).toEqual(["0001_people"]);
    expect(await migrateDatabase(url, folder)).toEqual(["0001_people"]);
  });

  test("eight runs at once apply each migration exactly once", async () => {
    const url = await emptyDatabase();
    const folder = migrationFolder({ "0001_people": people, "0002_places": places });
    const runs = await Promise.all(Array.from({ length: 8 }, () => migrateDatabase(url, folder)));
    expect(runs.flat().sort()).toEqual(["0001_people", "0002_places"]);
    expect(await query(url, "SELECT count(*)::int AS rows FROM places")).toEqual([{ rows: 1 }]);
  });

  test("what is pending is listed in order, and listing changes nothing", async () => {
    const url = await emptyDatabase();
    const folder = migrationFolder({ "0002_places": places, "0001_people": people });
    expect(await listPendingMigrations(url, folder)).toEqual(["0001_people", "0002_places"]);
    expect(await query(url, "SELECT to_regclass('_prisma_migrations') AS books")).toEqual([
      { books: null },
    ]);
    await migrateDatabase(url, folder);
    expect(await listPendingMigrations(url, folder)).toEqual([]);
  });

  test("the migrations of this version apply to an empty database", async () => {
    const url = await emptyDatabase();
    expect((await migrateDatabase(url)).length).toBeGreaterThan(0);
    expect(await listPendingMigrations(url)).toEqual([]);
  });
});
