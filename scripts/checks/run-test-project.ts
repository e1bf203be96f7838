import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../project-root.ts";
import { runProgram } from "./run-program.ts";
import type { Tally } from "./tally.ts";

/** The projects of vitest.config.ts, in the order in which they are run. */
export const testProjects = ["unit", "api", "start", "browser"] as const;

interface VitestReport {
  numTotalTests: number;
  numPassedTests: number;
}

/**
 * Runs one test project and counts its tests. A test that was skipped counts as failed, because
 * nobody has seen it pass; so does a run that fails although no test did.
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
  const tally = readTally(report);
  return succeeded || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

function readTally(report: string): Tally {
  try {
    const { numTotalTests, numPassedTests } = JSON.parse(
      readFileSync(report, "utf8"),
    ) as VitestReport;
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
