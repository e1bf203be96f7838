import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../project-root.ts";
import { readReport } from "./read-report.ts";
import { runProgram } from "./run-program.ts";
import type { Tally } from "./tally.ts";

/** The projects of vitest.config.ts, in the order in which they are run. */
export const testProjects = ["unit", "api", "start", "browser"] as const;

/**
 * Runs one test project and counts its tests. A run that fails although no test did is a failure of
 * its own.
 */
export async function runTestProject(
  project: (typeof testProjects)[number],
  databaseServerUrl: string,
  signal: AbortSignal,
): Promise<Tally> {
  const folder = join(projectRoot, ".cache", "tests");
  mkdirSync(folder, { recursive: true });
  const report = join(folder, `${project}.json`);
  rmSync(report, { force: true });
  const args = [
    ...["run", "--project", project],
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
  ];
  const environment = { TEST_DATABASE_SERVER: databaseServerUrl, NODE_ENV: "test" };
  const succeeded = await runProgram("node_modules/vitest/vitest.mjs", args, environment, signal);
  const tally = existsSync(report) ? readReport(report) : { passed: 0, failures: [] };
  if (!succeeded && tally.failures.length === 0) {
    tally.failures.push(
      `${project} tests: the run ended with an error outside its tests, see above`,
    );
  }
  return tally;
}
