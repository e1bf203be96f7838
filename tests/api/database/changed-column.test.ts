import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type ProcessDatabase } from "#app/lib/db.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

// A migration runs while processes of the version before serve: what a connection has planned may read a column of another type.

let testDatabase: TestDatabase;
let database: ProcessDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, 1);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test.each([
  ["a transaction", "changing", () => database],
  ["a transaction of a store", "changing_too", () => database.ofStore(1n)],
])("a connection whose plan a migration has made wrong fails %s once", async (_name, table, of) => {
  await database.pool.query(`CREATE TABLE ${table} AS SELECT 1 AS number`);
  const read = () =>
    of().transaction(async (tx) => await tx.$queryRawUnsafe(`SELECT number FROM ${table}`));
  expect(await read()).toEqual([{ number: 1 }]);
  await database.pool.query(`ALTER TABLE ${table} ALTER COLUMN number TYPE bigint`);
  await expect(read()).rejects.toThrow("cached plan must not change result type");
  expect(await read()).toEqual([{ number: 1n }]);
});

test("a connection keeps what it has prepared after any other error", async () => {
  const ofConnection = "SELECT pg_backend_pid() AS pid";
  const { rows: before } = await database.pool.query(ofConnection);
  const divided = database.transaction(async (tx) => await tx.$queryRaw`SELECT 1 / ${0}::int`);
  await expect(divided).rejects.toThrow("division by zero");
  const { rows: after } = await database.pool.query(ofConnection);
  expect(after).toEqual(before);
});
