import { runStep, type Step } from "./checks/run-step.ts";
import { testProjectStep, testProjects } from "./checks/run-test-project.ts";
import { sideBySide } from "./checks/side-by-side.ts";
import { firstStep, independentSteps, type StaticStep } from "./checks/static-steps.ts";
import type { Tally } from "./checks/tally.ts";
import { startTemporaryPostgres } from "./postgres/start-temporary-postgres.ts";
import { onInterruption } from "./process/on-interruption.ts";
import { userFacingLine } from "./process/user-facing-error.ts";

// Everything that checks, in one command. Arguments choose steps by name; the last line of the
// output is always the summary, and the failures are right above it.

const chosen = process.argv.slice(2);
const interrupted = onInterruption();

// As many as the smallest machine that this is meant for has cores.
const stepsAtOnce = 2;

const sum: Tally = { passed: 0, failures: [] };

function isChosen(name: string): boolean {
  return chosen.length === 0 || chosen.includes(name);
}

/** Runs a step and adds what it came to; resolves to whether it passed. */
async function run(step: Step, announce: () => void): Promise<boolean> {
  const began = performance.now();
  const tally = await runStep(step, interrupted);
  announce();
  sum.passed += tally.passed;
  sum.failures.push(...tally.failures);
  const passed = tally.failures.length === 0;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${passed ? "✓" : "✗"} ${step.name} (${seconds} s)`);
  return passed && !interrupted.aborted;
}

/** Its output is printed whole, once it is done: another one may run beside it. */
function runStaticStep(step: StaticStep): Promise<boolean> {
  return run(step, () => process.stdout.write(`\n── ${step.name}\n${step.said()}`));
}

async function runStaticSteps(): Promise<boolean> {
  if (isChosen(firstStep.name) && !(await runStaticStep(firstStep))) return false;
  const steps = independentSteps.filter(({ name }) => isChosen(name));
  await sideBySide(steps, stepsAtOnce, runStaticStep);
  return sum.failures.length === 0 && !interrupted.aborted;
}

async function runTestProjects(): Promise<void> {
  const projects = testProjects.filter(isChosen);
  if (projects.length === 0) return;
  const needsDatabase = projects.some((project) => project === "api" || project === "browser");
  const given = process.env.DATABASE_URL;
  const own = needsDatabase && !given ? await startTemporaryPostgres({ inMemory: true }) : null;
  const databaseServerUrl = own?.databaseUrl ?? given ?? "";
  try {
    for (const project of projects) {
      if (interrupted.aborted) break;
      console.log(`\n── ${project} tests`);
      await run(testProjectStep(project, databaseServerUrl), () => {});
    }
  } finally {
    await own?.stop();
  }
}

try {
  if (await runStaticSteps()) await runTestProjects();
} catch (error) {
  console.error(userFacingLine(error) ?? error);
  sum.failures.push(userFacingLine(error) ?? String(error));
}
if (interrupted.aborted) sum.failures.push("interrupted before the end");
if (sum.passed + sum.failures.length === 0) {
  sum.failures.push(`No step is called ${chosen.join(" or ")}.`);
}
for (const failure of sum.failures) console.log(`\n✗ ${failure}`);
// What a step that could not be ended has left behind does not keep us.
process.stdout.write(`\n${sum.passed} passed, ${sum.failures.length} failed\n`, () =>
  process.exit(sum.failures.length === 0 ? 0 : 1),
);
