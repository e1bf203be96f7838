import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readJournal } from "#scripts/checks/read-journal.ts";
import { runStep, type Step } from "#scripts/checks/run-step.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { runScript } from "#scripts/process/run-script.ts";
import { temporaryFile } from "./temporary-file.ts";

const nobody = new AbortController().signal;
const minutes = 60_000;

const passed = { passed: 1, failures: [] };

/** Resolves as soon as the step is asked to end. */
function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
}

test("a step that ends in time gives what it came to", async () => {
  const step: Step = { name: "quick", limitMs: minutes, run: async () => passed };
  expect(await runStep(step, nobody)).toEqual(passed);
});

test("a program that hangs is ended at the step's limit, and the failure names the step", async () => {
  const script = temporaryFile("hangs.cjs", "setInterval(() => {}, 1000);");
  const step: Step = {
    name: "hanging",
    limitMs: 300,
    run: async (signal) => {
      expect(await runScript({ script, args: [], signal })).toBeNull();
      return { passed: 0, failures: [] };
    },
  };
  expect(await runStep(step, nobody)).toEqual({
    passed: 0,
    failures: [{ title: "hanging", message: "hung. It was ended after 0 s without progress." }],
  });
});

test("a step that still makes progress is not ended, however long it takes", async () => {
  const { promise, resolve } = Promise.withResolvers<typeof passed>();
  let asked = 0;
  const step: Step = {
    name: "slow",
    limitMs: 20,
    run: () => promise,
    // However late it is asked for on a busy machine, the last progress is only just made.
    lastProgressMs: () => {
      asked += 1;
      if (asked === 5) resolve(passed);
      return Date.now();
    },
  };
  expect(await runStep(step, nobody)).toEqual(passed);
});

test("what was counted until then is kept, beside what was under way", async () => {
  const step: Step = {
    name: "hanging",
    limitMs: 10,
    run: async (signal) => {
      await untilAborted(signal);
      return { passed: 3, failures: [{ title: "one › adds up", message: "" }] };
    },
    underWay: () => ["two › waits", "three › waits too"],
  };
  expect(await runStep(step, nobody)).toEqual({
    passed: 3,
    failures: [
      {
        title: "hanging",
        message:
          "hung. It was ended after 0 s without progress. Under way:\n    two › waits\n    three › waits too",
      },
      { title: "one › adds up", message: "" },
    ],
  });
});

test("a step that cannot even be ended does not keep the others", async () => {
  const step: Step = { name: "stuck", limitMs: 10, run: () => new Promise(() => {}) };
  expect((await runStep(step, nobody, 10)).failures).toEqual([
    { title: "stuck", message: "hung. It was ended after 0 s without progress." },
  ]);
});

test("an interrupted step ends as well, and what it did not get to does not count as a failure", async () => {
  const interrupted = new AbortController();
  const step: Step = {
    name: "interrupted",
    limitMs: minutes,
    run: async (signal) => {
      const ended = untilAborted(signal);
      interrupted.abort();
      await ended;
      throw new Error("broken off");
    },
  };
  expect(await runStep(step, interrupted.signal)).toEqual({ passed: 0, failures: [] });
});

test("a step that throws has failed, with its name and the reason", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const run = () => Promise.reject(new Error("no such thing"));
  const { failures } = await runStep({ name: "broken", limitMs: minutes, run }, nobody);
  said.mockRestore();
  expect(failures).toEqual([{ title: "broken", message: "Error: no such thing" }]);
});

test("of a Vitest run that hangs, the journal tells the test under way and those that are done", async () => {
  const tests = temporaryFile(
    "hangs.test.js",
    `test("is done", () => {});
     describe("a group", () => { test("waits for ever", () => new Promise(() => {})); });`,
  );
  const root = join(tests, "..");
  const journal = join(root, "journal.jsonl");
  const abort = new AbortController();
  const run = runScript({
    script: "node_modules/vitest/vitest.mjs",
    args: [
      ...["run", "--globals", "--root", root, "--testTimeout=3600000", "--reporter"],
      join(projectRoot, "scripts/checks/journal-reporter.ts"),
    ],
    environment: { TEST_JOURNAL: journal },
    signal: abort.signal,
    write: () => {},
  });
  await expect.poll(() => readJournal(journal).underWay[0]).toContain("waits");
  abort.abort();
  await run;
  const { tally, underWay, ended } = readJournal(journal);
  expect(tally).toEqual({ passed: 1, failures: [] });
  expect(underWay).toEqual([expect.stringMatching(/hangs\.test\.js › a group > waits for ever$/)]);
  expect(ended).toBe(false);
});
