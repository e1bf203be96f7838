import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";
import { runScript } from "#scripts/process/run-script.ts";
import { type ReadJournal, readJournal } from "./read-journal.ts";
import type { Step } from "./run-step.ts";
import { tallyOfRun } from "./tally-of-run.ts";

/** The projects of vitest.config.ts, in the order in which they are run. */
export const testProjects = ["unit", "api", "start", "browser"] as const;

export type TestProject = (typeof testProjects)[number];

/** Which test files of a project a step runs: all but those of `leftOut`, or only `file`. */
export type Chosen = { leftOut: readonly string[] } | { file: string };

/** A step, and what is known of its tests so far. */
export interface TestStep extends Step {
  read: () => ReadJournal;
}

// Each test and each hook has its own, shorter limit.
const limitMs = 10 * 60_000;

/**
 * Runs one test project, with its output at once, and counts its tests as {@link tallyOfRun} says.
 */
export function testProjectStep(
  project: TestProject,
  chosen: Chosen,
  databaseServerUrl: string,
): TestStep {
  const again = "file" in chosen;
  const journal = join(projectRoot, ".cache", "tests", `${project}${again ? "-again" : ""}.jsonl`);
  const name = again ? `${chosen.file} again` : `${project} tests`;
  const files = again ? [chosen.file] : chosen.leftOut.map((file) => `--exclude=${file}`);
  return {
    name,
    limitMs,
    async run(signal) {
      mkdirSync(join(journal, ".."), { recursive: true });
      rmSync(journal, { force: true });
      const code = await runScript({
        script: "node_modules/vitest/vitest.mjs",
        args: [
          ...["run", "--project", project, "--reporter=default"],
          `--reporter=${join(projectRoot, "scripts/checks/journal-reporter.ts")}`,
          ...files,
        ],
        environment: {
          TEST_DATABASE_SERVER: databaseServerUrl,
          NODE_ENV: "test",
          TEST_JOURNAL: journal,
        },
        signal,
      });
      // That it was ended says nothing of the run.
      return signal.aborted ? read(journal).tally : tallyOfRun(name, code, read(journal));
    },
    lastProgressMs: () => (existsSync(journal) ? statSync(journal).mtimeMs : 0),
    underWay: () => read(journal).underWay,
    read: () => read(journal),
  };
}

function read(journal: string): ReadJournal {
  if (existsSync(journal)) return readJournal(journal);
  return { tally: { passed: 0, failures: [] }, times: [], underWay: [], ended: false };
}
