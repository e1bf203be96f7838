import { ensureBuilt, ensureDatabaseClient } from "../bundle/ensure-built.ts";
import { userFacingLine } from "../user-facing-error.ts";
import { runProgram } from "./run-program.ts";

/** A check of the sources as they stand, without running the product. */
export interface StaticStep {
  name: string;
  /** Resolves to whether it passed; what is wrong has been printed. */
  run: (signal: AbortSignal) => Promise<boolean>;
}

/** In order: each one may rely on those before it. */
export const staticSteps: StaticStep[] = [
  { name: "database client", run: (signal) => succeeds(ensureDatabaseClient(console.log, signal)) },
  {
    name: "format and lint",
    run: program("node_modules/@biomejs/biome/bin/biome", ["check", "--max-diagnostics=200", "."]),
  },
  {
    name: "layers and cycles",
    run: program("node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", [
      ...["--config", ".dependency-cruiser.cjs"],
      ...["app", "devstore", "storefront", "scripts", "tests"],
    ]),
  },
  { name: "dead code", run: program("node_modules/knip/bin/knip.js", []) },
  { name: "theme extension", run: program("scripts/check-theme.ts", []) },
  { name: "types", run: program("node_modules/typescript/bin/tsc", ["--noEmit", "-p", "."]) },
  { name: "build", run: (signal) => succeeds(ensureBuilt(console.log, signal)) },
];

function program(script: string, args: string[]): (signal: AbortSignal) => Promise<boolean> {
  return (signal) => runProgram(script, args, {}, signal);
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
