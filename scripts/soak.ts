import { onInterruption } from "./on-interruption.ts";
import { startTemporaryPostgres } from "./postgres/start-temporary-postgres.ts";
import { runCommand } from "./run-command.ts";
import { runScript } from "./run-script.ts";
import { UserFacingError } from "./user-facing-error.ts";

// The long forms of tests that `npm test` runs in short: crashes and random histories of the ledger.
await runCommand(async () => {
  const signal = onInterruption();
  const postgres = await startTemporaryPostgres();
  try {
    const code = await runScript({
      script: "node_modules/vitest/vitest.mjs",
      args: [
        ...["run", "--testTimeout=3600000"],
        ...["tests/start/ledger-crash.test.ts", "tests/api/store-credit/conservation.test.ts"],
      ],
      environment: {
        NODE_ENV: "test",
        TEST_DATABASE_SERVER: postgres.databaseUrl,
        CRASH_ROUNDS: "50",
        CONSERVATION_RUNS: "5000",
      },
      signal,
    });
    if (code !== 0) throw new UserFacingError("A long test failed, see above.");
  } finally {
    await postgres.stop();
  }
});
