import { ensureBuilt, ensureDatabaseClient } from "../bundle/ensure-built.ts";
import { runScript } from "../run-script.ts";
import { userFacingLine } from "../user-facing-error.ts";
import type { Step } from "./run-step.ts";
import { tallyOf } from "./tally.ts";

const limitMs = 10 * 60_000;

/** Checks of the sources as they stand, without running the product. In order: each one may rely on those before it. */
export const staticSteps: Step[] = [
  check("database client", (signal) => succeeds(ensureDatabaseClient(console.log, signal))),
  check(
    "format and lint",
    program("node_modules/@biomejs/biome/bin/biome", ["check", "--max-diagnostics=200", "."]),
  ),
  check(
    "layers and cycles",
    program("node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", [
      ...["--config", ".dependency-cruiser.cjs"],
      ...["app", "devstore", "storefront", "scripts", "tests"],
    ]),
  ),
  check("dead code", program("node_modules/knip/bin/knip.js", [])),
  check("theme extension", program("scripts/check-theme.ts", [])),
  check("types", program("node_modules/typescript/bin/tsc", ["--noEmit", "-p", "."])),
  check("build", (signal) => succeeds(ensureBuilt(console.log, signal))),
];

/** A step that counts as one, by whether it passed; what is wrong has been printed. */
function check(name: string, passes: (signal: AbortSignal) => Promise<boolean>): Step {
  return {
    name,
    limitMs,
    run: async (signal) => {
      const passed = await passes(signal);
      return passed || !signal.aborted ? tallyOf(name, passed) : { passed: 0, failures: [] };
    },
  };
}

function program(script: string, args: string[]): (signal: AbortSignal) => Promise<boolean> {
  return async (signal) => (await runScript({ script, args, signal })) === 0;
}

async function succeeds(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    console.error(userFacingLine(error) ?? error);
    return false;
  }
}
