import { describeSlowest } from "./describe-slowest.ts";
import { judgeAgain } from "./judge-again.ts";
import type { TestTime } from "./read-journal.ts";
import { type TestProject, type TestStep, testProjectStep } from "./run-test-project.ts";
import type { Failure, Tally } from "./tally.ts";

/** More files than this do not fail by chance, and running them again would only take time. */
const MOST_FILES_AGAIN = 10;

export interface TestRun {
  tally: Tally;
  /** What failed once and passed once. */
  unsteady: Failure[];
}

/** What the projects are run with. */
export interface TestPlan {
  projects: readonly TestProject[];
  /** The files to leave out, relative to the project. */
  leftOut: readonly string[];
  databaseServerUrl: string;
  interrupted: AbortSignal;
  /** Runs a step and reports it. */
  run: (step: TestStep) => Promise<Tally>;
}

/** Runs the projects one after the other, then each file in which something failed once more, alone. */
export async function runTests(plan: TestPlan): Promise<TestRun> {
  const { projects, leftOut, databaseServerUrl, interrupted, run } = plan;
  const sum: TestRun = { tally: { passed: 0, failures: [] }, unsteady: [] };
  const suspects: Suspect[] = [];
  const times: TestTime[] = [];
  for (const project of projects) {
    if (interrupted.aborted) break;
    console.log(`\n── ${project} tests`);
    const step = testProjectStep(project, { leftOut }, databaseServerUrl);
    const { passed, failures } = await run(step);
    times.push(...step.read().times);
    sum.tally.passed += passed;
    sum.tally.failures.push(...failures.filter(({ file }) => file === undefined));
    suspects.push(...suspectsOf(project, failures));
  }
  console.log(`\n${describeSlowest(times)}`);
  for (const { project, file, failures } of suspects) {
    if (suspects.length <= MOST_FILES_AGAIN && !interrupted.aborted) {
      console.log(`\n── ${file}, again`);
      const again = await run(testProjectStep(project, { file }, databaseServerUrl));
      // A second run that was interrupted says nothing.
      if (!interrupted.aborted) {
        const judged = judgeAgain(failures, again);
        sum.tally.passed += judged.passed;
        sum.tally.failures.push(...judged.failures);
        sum.unsteady.push(...judged.unsteady);
        continue;
      }
    }
    sum.tally.failures.push(...failures);
  }
  return sum;
}

interface Suspect {
  project: TestProject;
  file: string;
  failures: Failure[];
}

function suspectsOf(project: TestProject, failures: readonly Failure[]): Suspect[] {
  const byFile = Map.groupBy(failures, ({ file }) => file);
  return [...byFile].flatMap(([file, some]) =>
    file === undefined ? [] : [{ project, file, failures: some }],
  );
}
