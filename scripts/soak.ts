import { startTemporaryPostgres } from "./postgres/start-temporary-postgres.ts";
import { onInterruption } from "./process/on-interruption.ts";
import { runCommand } from "./process/run-command.ts";
import { runScript } from "./process/run-script.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

// What takes too long for `npm test`: the slow starts, and the long forms of what it runs in short.
const tests = [
  "tests/soak/",
  "tests/start/ledger-crash.test.ts",
  "tests/api/boundary/fuzz.test.ts",
  "tests/api/store-credit/conservation.test.ts",
  "tests/api/store-credit/checkout-conservation.test.ts",
  "tests/api/store-credit/races.test.ts",
];

await runCommand(async () => {
  const signal = onInterruption();
  const postgres = await startTemporaryPostgres();
  try {
    const code = await runScript({
      script: "node_modules/vitest/vitest.mjs",
      args: ["run", "--testTimeout=3600000", ...tests],
      environment: { NODE_ENV: "test", TEST_DATABASE_SERVER: postgres.databaseUrl, SOAK: "1" },
      signal,
    });
    if (code !== 0) throw new UserFacingError("A long test failed, see above.");
  } finally {
    await postgres.stop();
  }
});
