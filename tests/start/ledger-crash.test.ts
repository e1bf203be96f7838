import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, test } from "vitest";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { startPostgres } from "#scripts/postgres/start-postgres.ts";
import {
  makeTemporaryPlace,
  type TemporaryPlace,
} from "#scripts/postgres/start-temporary-postgres.ts";
import { howMany } from "#tests/support/how-many.ts";
import {
  expectEachMovementOnce,
  fillCrashLedger,
  moveUntilKilled,
} from "#tests/support/ledger-crash.ts";
import { fc, propertySeed, sameDraw } from "#tests/support/property.ts";

// PostgreSQL is killed in the middle of moving credit, or a process is. `npm run soak` does it fifty times; of a
// process that is killed, tests/api/store-credit/killed-process.test.ts is the short form.

const ROUNDS = howMany(1, 50);

let temporary: TemporaryPlace;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let customers: bigint[];

beforeAll(async () => {
  temporary = makeTemporaryPlace();
  postgres = await startPostgres(temporary.place, true);
  await migrateDatabase(postgres.databaseUrl);
  customers = await fillCrashLedger(postgres.databaseUrl);
});
afterAll(async () => {
  await postgres.stop();
  temporary.remove();
});

test("no acknowledged movement is lost and none is made twice, whatever is killed and when", async () => {
  const moments = fc.sample(fc.integer({ min: 40, max: 440 }), {
    numRuns: ROUNDS,
    seed: propertySeed,
  });
  for (const [number, after] of moments.entries()) {
    const [victim, kill] =
      number % 2 === 0
        ? (["PostgreSQL", killPostgres] as const)
        : (["the process", (writer: ChildProcess) => writer.kill("SIGKILL")] as const);
    const round = `round-${number}`;
    const how = { round, after, kill };
    const acknowledged = await moveUntilKilled(postgres.databaseUrl, customers, how);
    const label = `after ${victim} was killed (${sameDraw})`;
    await expectEachMovementOnce(postgres.databaseUrl, customers, round, acknowledged, label);
  }
});

async function killPostgres(writer: ChildProcess): Promise<void> {
  process.kill(postgres.pid, "SIGKILL");
  await postgres.ended;
  writer.kill("SIGKILL");
  postgres = await startPostgres(temporary.place, true);
}
