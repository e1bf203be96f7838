import { runScript } from "#scripts/process/run-script.ts";
import { userFacingLine } from "#scripts/process/user-facing-error.ts";
import { ensureBuilt, ensureDatabaseClient } from "../bundle/ensure-built.ts";
import type { Step } from "./run-step.ts";
import { tallyOf } from "./tally.ts";

/** A check of the sources. It prints nothing, so several can run concurrently. */
export interface StaticStep extends Step {
  /** What it has said so far. */
  said: () => string;
}

type Check = (signal: AbortSignal, write: (text: string) => void) => Promise<boolean>;

const limitMs = 10 * 60_000;

/** What the other static steps rely on. */
export const firstStep = staticStep(
  "database client",
  made((say, signal) => ensureDatabaseClient(say, signal)),
);

/** These do not rely on each other. The slow ones come first, to keep every core busy until the end. */
export const independentSteps: StaticStep[] = [
  staticStep(
    "build",
    made((say, signal) => ensureBuilt(say, signal)),
  ),
  staticStep(
    "types",
    // More checkers than cores only read the same types more often.
    program("node_modules/typescript-7/bin/tsc", ["--noEmit", "-p", ".", "--checkers", "2"]),
  ),
  staticStep(
    "layers and cycles",
    program("node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", [
      ...["--config", ".dependency-cruiser.cjs"],
      ...["app", "devstore", "storefront", "extensions", "loaders", "clients", "scripts", "tests"],
    ]),
  ),
  staticStep("dead code", program("node_modules/knip/bin/knip.js", [])),
  staticStep(
    "used by tests alone",
    program("node_modules/knip/bin/knip.js", [
      ...["--config", "knip.product.ts", "--include", "files,exports"],
    ]),
  ),
  staticStep("theme extension", program("scripts/checks/check-theme.ts", [])),
  staticStep(
    "format and lint",
    program("node_modules/@biomejs/biome/bin/biome", ["check", "--max-diagnostics=200", "."]),
  ),
];

/** A step that counts as one, by whether the check passed. */
function staticStep(name: string, check: Check): StaticStep {
  let said = "";
  return {
    name,
    limitMs,
    said: () => said,
    run: async (signal) => {
      const passed = await check(signal, (text) => {
        said += text;
      });
      return passed || !signal.aborted ? tallyOf(name, passed) : { passed: 0, failures: [] };
    },
  };
}

function program(script: string, args: string[]): Check {
  return async (signal, write) => (await runScript({ script, args, signal, write })) === 0;
}

function made(make: (say: (line: string) => void, signal: AbortSignal) => Promise<void>): Check {
  return async (signal, write) => {
    try {
      await make((line) => write(`${line}\n`), signal);
      return true;
    } catch (error) {
      write(`${userFacingLine(error) ?? (error instanceof Error ? error.stack : String(error))}\n`);
      return false;
    }
  };
}
