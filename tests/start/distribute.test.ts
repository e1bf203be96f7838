import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import type { RunningPostgres } from "#scripts/postgres/start-postgres.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { createDatabase } from "#tests/support/database-server.ts";
import { runCommand } from "./run-command.ts";

let server: RunningPostgres;

beforeAll(async () => {
  server = await startTemporaryPostgres({ inMemory: true });
});
afterAll(() => server.stop());

async function errorOf(environment: Record<string, string>): Promise<string> {
  const run = runCommand("distribute", environment);
  expect(await run.ended).toBe(1);
  return run.stderr().trim();
}

describe("npm run distribute says in one line, and ends with 1, that", () => {
  test("no database is named", async () => {
    expect(await errorOf({})).toBe(
      "DATABASE_URL is not set: npm run distribute needs the address of the database on the coordinator.",
    );
  });

  test("the database lacks migrations", async () => {
    const url = await createDatabase(server.databaseUrl, "empty");
    expect(await errorOf({ DATABASE_URL: url })).toMatch(
      /^The database at 127\.0\.0\.1:\d+\/empty lacks 0001_ground, .*: run "npm run migrate" first\.$/,
    );
  });

  test("the server has no Citus", async () => {
    const url = await createDatabase(server.databaseUrl, "migrated");
    await migrateDatabase(url);
    expect(await errorOf({ DATABASE_URL: url })).toMatch(
      /^The database at 127\.0\.0\.1:\d+\/migrated has no Citus: run "CREATE EXTENSION citus" in it on every node first\.$/,
    );
  });
});
