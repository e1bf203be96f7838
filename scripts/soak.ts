import { runProgram } from "./checks/run-program.ts";
import { startTemporaryPostgres } from "./postgres/start-temporary-postgres.ts";
import { runCommand } from "./run-command.ts";
import { UserFacingError } from "./user-facing-error.ts";

// The long forms of tests that `npm test` runs in short: crashes and random histories of the ledger.
await runCommand(async () => {
  const { signal } = new AbortController();
  const postgres = await startTemporaryPostgres();
  try {
    const succeeded = await runProgram(
      "node_modules/vitest/vitest.mjs",
      [
        ...["run", "--testTimeout=3600000"],
        ...["tests/start/ledger-crash.test.ts", "tests/api/store-credit/conservation.test.ts"],
      ],
      {
        NODE_ENV: "test",
        TEST_DATABASE_SERVER: postgres.databaseUrl,
        CRASH_ROUNDS: "50",
        CONSERVATION_RUNS: "5000",
      },
      signal,
    );
    if (!succeeded) throw new UserFacingError("A long test failed, see above.");
  } finally {
    await postgres.stop();
  }
});
