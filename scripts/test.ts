import { onlyInTestAll } from "#tests/support/only-in-test-all.ts";
import { sameDraw } from "#tests/support/property-seed.ts";
import { forgetLastRun, keepLastRun, keepUnsteady, readCheckout } from "./checks/keep-results.ts";
import { runStep, type Step } from "./checks/run-step.ts";
import { testProjects } from "./checks/run-test-project.ts";
import { runTests } from "./checks/run-tests.ts";
import { sideBySide } from "./checks/side-by-side.ts";
import { firstStep, independentSteps, type StaticStep } from "./checks/static-steps.ts";
import { describeFailure, type Failure, type Tally } from "./checks/tally.ts";
import { startSharedPostgres } from "./postgres/start-shared-postgres.ts";
import { onInterruption } from "./process/on-interruption.ts";
import { userFacingLine } from "./process/user-facing-error.ts";

// What has to be green before a change is taken in, in one command; with --all everything that checks.
// Other arguments choose steps by name. The last line of the output is always the summary, and the
// failures are right above it.

const all = process.argv.includes("--all");
const chosen = process.argv.slice(2).filter((argument) => argument !== "--all");
const interrupted = onInterruption();
const began = performance.now();
const checkout = readCheckout();

// As many as the smallest machine that this is meant for has cores.
const stepsAtOnce = 2;

// Chance may spoil a few of thousands of tests. More are a fault, whatever they did the second time.
const MOST_UNSTEADY = 3;

const sum: Tally = { passed: 0, failures: [] };
const unsteady: Failure[] = [];

function isChosen(name: string): boolean {
  return chosen.length === 0 || chosen.includes(name);
}

/** Runs a step, and says in a line what it came to. */
async function run(step: Step, announce: () => void = () => {}): Promise<Tally> {
  const stepBegan = performance.now();
  const tally = await runStep(step, interrupted);
  announce();
  const seconds = ((performance.now() - stepBegan) / 1000).toFixed(1);
  console.log(`${tally.failures.length === 0 ? "✓" : "✗"} ${step.name} (${seconds} s)`);
  return tally;
}

function add({ passed, failures }: Tally): void {
  sum.passed += passed;
  sum.failures.push(...failures);
}

/** Its output is printed whole, once it is done: another one may run beside it. Resolves to whether it passed. */
async function runStaticStep(step: StaticStep): Promise<boolean> {
  const tally = await run(step, () => process.stdout.write(`\n── ${step.name}\n${step.said()}`));
  add(tally);
  return tally.failures.length === 0 && !interrupted.aborted;
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
  const own = needsDatabase && !given ? await startSharedPostgres() : null;
  const databaseServerUrl = own?.databaseUrl ?? given ?? "";
  const leftOut = all ? [] : onlyInTestAll;
  console.log(`\nWhat is left to chance is drawn from ${sameDraw}.`);
  try {
    const tests = await runTests({
      ...{ projects, leftOut, mayBeSlow: onlyInTestAll },
      ...{ databaseServerUrl, interrupted, run },
    });
    add(tests.tally);
    unsteady.push(...tests.unsteady);
  } finally {
    await own?.stop();
  }
}

if (chosen.length === 0) forgetLastRun();
try {
  if (await runStaticSteps()) await runTestProjects();
} catch (error) {
  console.error(userFacingLine(error) ?? error);
  sum.failures.push({ title: userFacingLine(error) ?? String(error), message: "" });
}
if (interrupted.aborted) sum.failures.push({ title: "interrupted before the end", message: "" });
if (sum.passed + sum.failures.length === 0) {
  sum.failures.push({ title: `No step is called ${chosen.join(" or ")}.`, message: "" });
}
if (unsteady.length > MOST_UNSTEADY) {
  const message = `${unsteady.length} tests failed once and passed once; at most ${MOST_UNSTEADY} may.`;
  sum.failures.push({ title: "too many unsteady tests", message });
}
keepUnsteady(checkout, unsteady);
for (const failure of sum.failures) console.log(`\n✗ ${describeFailure(failure)}`);
for (const failure of unsteady) console.log(`\n~ unsteady: ${describeFailure(failure)}`);
const { passed, failures } = sum;
if (chosen.length === 0) {
  keepLastRun(checkout, {
    command: all ? "npm run test:all" : "npm test",
    passed,
    failed: failures.length,
    unsteady: unsteady.length,
    seconds: Math.round((performance.now() - began) / 1000),
  });
}
console.log(`\n${passed} passed, ${failures.length} failed, ${unsteady.length} unsteady`);
// What a step that could not be ended has left behind does not keep us.
process.stdout.write(`${passed} passed, ${failures.length} failed\n`, () =>
  process.exit(failures.length === 0 ? 0 : 1),
);
