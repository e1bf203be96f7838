import { runTestProject, testProjects } from "./checks/run-test-project.ts";
import { staticSteps } from "./checks/static-steps.ts";
import { addTally, type Tally } from "./checks/tally.ts";
import { clearLine } from "./clear-failure.ts";
import { startTemporaryPostgres } from "./postgres/start-temporary-postgres.ts";

// Everything that checks, in one command. Arguments choose steps by name; the last line of the
// output is always the sum, whatever happened before.

const chosen = process.argv.slice(2);
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => interrupted.abort());
}

const sum: Tally = { passed: 0, failed: 0 };

function isChosen(name: string): boolean {
  return chosen.length === 0 || chosen.includes(name);
}

async function step(name: string, run: () => Promise<Tally>): Promise<void> {
  const began = performance.now();
  console.log(`\n── ${name}`);
  const tally = await run().catch((error: unknown) => {
    console.error(clearLine(error) ?? error);
    return { passed: 0, failed: 1 };
  });
  addTally(sum, tally);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${tally.failed === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
}

async function runStaticSteps(): Promise<boolean> {
  for (const { name, run } of staticSteps.filter((one) => isChosen(one.name))) {
    await step(name, async () =>
      (await run(interrupted.signal)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
    );
    if (sum.failed > 0 || interrupted.signal.aborted) return false;
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
  console.error(clearLine(error) ?? error);
  sum.failed += 1;
}
if (interrupted.signal.aborted) sum.failed += 1;
if (sum.passed + sum.failed === 0) {
  console.error(`No step is called ${chosen.join(" or ")}.`);
  sum.failed = 1;
}
process.exitCode = sum.failed === 0 ? 0 : 1;
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
