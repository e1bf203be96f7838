import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { buildFunctionsFromFiles, readStoredFunctions } from "#scripts/functions/sql-functions.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

test("the migrated database holds the functions of prisma/functions, exactly and no other", async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const migrated = await readStoredFunctions(client);
  const fromFiles = await buildFunctionsFromFiles(client);
  const definitions = (functions: typeof migrated) =>
    Object.fromEntries([...functions.values()].map((one) => [one.signature, one.definition]));
  expect(definitions(migrated)).toEqual(definitions(fromFiles));
});
