import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { requireConnections } from "#scripts/serve/require-connections.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let database: TestDatabase;
/** What the server gives to others than its administrators. */
let allowed: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const show = async (name: string) => Number((await client.query(`SHOW ${name}`)).rows[0][name]);
  allowed = (await show("max_connections")) - (await show("superuser_reserved_connections"));
  await client.end();
});
afterAll(() => database.drop());

describe("the start", () => {
  test("takes pools that the database server can fill to the last connection", async () => {
    const poolSize = Math.floor(allowed / 2) - 3;
    await requireConnections(database.url, { poolSize, webProcesses: 1 });
  });

  test("refuses larger ones in one line that says what there is, what is needed and what to do", async () => {
    const poolSize = Math.floor(allowed / 2) - 2;
    const refused = requireConnections(database.url, { poolSize, webProcesses: 1 });
    await expect(refused).rejects.toThrow(UserFacingError);
    const needed = 2 * (poolSize + 3);
    await expect(refused).rejects.toThrow(
      new RegExp(
        `^The database at \\S+ allows ${allowed} connections, and a web process and a worker with ` +
          `DATABASE_POOL_SIZE ${poolSize} need ${needed}: lower one or raise max_connections\\.$`,
      ),
    );
  });

  test("counts every web process", async () => {
    const refused = requireConnections(database.url, { poolSize: 10, webProcesses: allowed });
    await expect(refused).rejects.toThrow("lower one or raise max_connections");
  });
});
