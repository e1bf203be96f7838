import { describeSlowest } from "./describe-slowest.ts";
import { judgeAgain } from "./judge-again.ts";
import type { TestTime } from "./read-journal.ts";
import { type TestProject, type TestStep, testProjectStep } from "./run-test-project.ts";
import type { Failure, Tally } from "./tally.ts";
import { slowByThemselves, tooSlow } from "./too-slow.ts";

/** More files than this do not fail by chance, and running them again would only take time. */
const MOST_FILES_AGAIN = 10;

/** More files than this are not slow by themselves: the machine is, and running them again would take it minutes. */
const MOST_SLOW_FILES = 2;

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
  /** The files whose tests may take as long as they do. */
  mayBeSlow: readonly string[];
  databaseServerUrl: string;
  interrupted: AbortSignal;
  /** Runs a step and reports it. */
  run: (step: TestStep) => Promise<Tally>;
}

/**
 * Runs the projects one after the other, then each file in which something failed, or took too long, once more, alone.
 */
export async function runTests(plan: TestPlan): Promise<TestRun> {
  const { projects, leftOut, mayBeSlow, databaseServerUrl, interrupted, run } = plan;
  const sum: TestRun = { tally: { passed: 0, failures: [] }, unsteady: [] };
  const suspects: Suspect[] = [];
  const times: TestTime[] = [];
  for (const project of projects) {
    if (interrupted.aborted) break;
    console.log(`\n── ${project} tests`);
    const step = testProjectStep(project, { leftOut }, databaseServerUrl);
    const { passed, failures } = await run(step);
    const took = step.read().times;
    times.push(...took);
    sum.tally.passed += passed;
    sum.tally.failures.push(...failures.filter(({ file }) => file === undefined));
    suspects.push(...suspectsOf(project, failures, tooSlow(took, mayBeSlow)));
  }
  console.log(`\n${describeSlowest(times)}`);
  const again = worthAnotherRun(suspects);
  for (const { project, file, failures, slow } of suspects) {
    if (again.has(file) && !interrupted.aborted) {
      console.log(`\n── ${file}, again`);
      const step = testProjectStep(project, { file }, databaseServerUrl);
      const second = await run(step);
      // A second run that was interrupted says nothing.
      if (!interrupted.aborted) {
        const judged = judgeAgain(failures, second);
        sum.tally.passed += judged.passed;
        sum.tally.failures.push(...judged.failures, ...slowByThemselves(slow, step.read().times));
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
  /** Its tests that took too long. */
  slow: TestTime[];
}

function suspectsOf(
  project: TestProject,
  failures: readonly Failure[],
  slow: readonly TestTime[],
): Suspect[] {
  const files = new Set([...failures, ...slow].flatMap(({ file }) => file ?? []));
  return [...files].map((file) => ({
    ...{ project, file },
    failures: failures.filter((failure) => failure.file === file),
    slow: slow.filter((time) => time.file === file),
  }));
}

/** The files to run again. */
function worthAnotherRun(suspects: readonly Suspect[]): Set<string> {
  const failing = suspects.filter(({ failures }) => failures.length > 0);
  const slow = suspects.filter((suspect) => suspect.slow.length > 0);
  if (failing.length > MOST_FILES_AGAIN) return new Set();
  if (slow.length > MOST_SLOW_FILES) {
    console.log(`${slow.length} files hold tests that took too long: the machine is busy.`);
  }
  const again = slow.length > MOST_SLOW_FILES ? failing : [...failing, ...slow];
  return new Set(again.map(({ file }) => file));
}
