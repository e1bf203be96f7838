import { afterAll, beforeAll, test } from "vitest";
import {
  expectEachMovementOnce,
  fillCrashLedger,
  moveUntilKilled,
} from "#tests/support/ledger-crash.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("no movement that was acknowledged is lost and none is made twice when the process that makes them is killed", async () => {
  const customers = await fillCrashLedger(database.url);
  const round = "killed";
  const acknowledged = await moveUntilKilled(database.url, customers, {
    ...{ round, after: 40 },
    kill: (writer) => writer.kill("SIGKILL"),
  });
  await expectEachMovementOnce(database.url, customers, round, acknowledged, "after the kill");
});
