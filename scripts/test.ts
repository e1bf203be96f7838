import { runTestProject, testProjects } from "./checks/run-test-project.ts";
import { staticSteps } from "./checks/static-steps.ts";
import { type Tally, tallyOf } from "./checks/tally.ts";
import { startTemporaryPostgres } from "./postgres/start-temporary-postgres.ts";
import { userFacingLine } from "./user-facing-error.ts";

// Everything that checks, in one command. Arguments choose steps by name; the last line of the
// output is always the sum, whatever happened before, and what failed stands right above it.

const chosen = process.argv.slice(2);
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => interrupted.abort());
}

const sum: Tally = { passed: 0, failures: [] };

function isChosen(name: string): boolean {
  return chosen.length === 0 || chosen.includes(name);
}

async function step(name: string, run: () => Promise<Tally>): Promise<void> {
  const began = performance.now();
  console.log(`\n── ${name}`);
  const tally = await run().catch((error: unknown) => {
    console.error(userFacingLine(error) ?? error);
    return tallyOf(`${name}: ${userFacingLine(error) ?? String(error)}`, false);
  });
  sum.passed += tally.passed;
  sum.failures.push(...tally.failures);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${tally.failures.length === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
}

async function runStaticSteps(): Promise<boolean> {
  for (const { name, run } of staticSteps.filter((one) => isChosen(one.name))) {
    await step(name, async () => tallyOf(name, await run(interrupted.signal)));
    if (sum.failures.length > 0 || interrupted.signal.aborted) return false;
  }
  return true;
}

async function runTestProjects(): Promise<void> {
  const projects = testProjects.filter(isChosen);
  if (projects.length === 0) return;
  const needsDatabase = projects.some((project) => project === "api" || project === "browser");
  const given = process.env.DATABASE_URL;
  const own = needsDatabase && !given ? await startTemporaryPostgres() : null;
  const databaseServerUrl = own?.databaseUrl ?? given ?? "";
  try {
    for (const project of projects) {
      if (interrupted.signal.aborted) break;
      await step(`${project} tests`, () =>
        runTestProject(project, databaseServerUrl, interrupted.signal),
      );
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
if (interrupted.signal.aborted) sum.failures.push("interrupted before the end");
if (sum.passed + sum.failures.length === 0) {
  sum.failures.push(`No step is called ${chosen.join(" or ")}.`);
}
for (const failure of sum.failures) console.log(`\n✗ ${failure}`);
process.exitCode = sum.failures.length === 0 ? 0 : 1;
console.log(`\n${sum.passed} passed, ${sum.failures.length} failed`);
