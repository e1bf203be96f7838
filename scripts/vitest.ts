import { onInterruption } from "./process/on-interruption.ts";
import { runScript } from "./process/run-script.ts";

// Runs Vitest under the packaged Node: `npm run vitest -- --project api tests/api/churn/activation.test.ts`.

const code = await runScript({
  script: "node_modules/vitest/vitest.mjs",
  args: ["run", ...process.argv.slice(2)],
  environment: { NODE_ENV: "test" },
  signal: onInterruption(),
});
process.exitCode = code ?? 1;
