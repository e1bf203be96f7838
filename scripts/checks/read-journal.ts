import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";
import type { JournalLine } from "./journal.ts";
import type { Failure, Tally } from "./tally.ts";

/** What a run of Vitest has come to. */
export interface ReadJournal {
  /**
   * Tests one by one. One that was skipped counts as failed, because it has not been seen to pass; so
   * does what failed outside of the tests.
   */
  tally: Tally;
  /** How long each test took. */
  times: TestTime[];
  /** The tests under way, each with its file; a file by itself when it runs none of its tests. */
  underWay: string[];
  /** Whether it came to its end. */
  ended: boolean;
}

export interface TestTime {
  /** The file and the test. */
  title: string;
  /** Relative to the project. */
  file: string;
  ms: number;
  /** Why it takes long, when it says so. */
  slow?: string | undefined;
}

interface FileState {
  ended: boolean;
  /** The tests under way, by id. */
  running: Map<string, string>;
}

type TestEnded = Extract<JournalLine, { event: "test ended" }>;

/** Reads what the journal reporter has written of a run, also of one that did not end. */
export function readJournal(path: string): ReadJournal {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  const files = new Map<string, FileState>();
  const results = new Map<string, TestEnded>();
  const failures: Failure[] = [];
  let ended = false;
  const open = (file: string): FileState => {
    const state = files.get(file) ?? { ended: false, running: new Map() };
    files.set(file, state);
    return state;
  };
  for (const text of lines) {
    const line = JSON.parse(text) as JournalLine;
    if (line.event === "run ended") {
      ended = true;
      failures.push(
        ...line.messages.map((message) => ({ title: "outside of every test", message })),
      );
    } else if (line.event === "file started") {
      open(line.file);
    } else if (line.event === "test started") {
      open(line.file).running.set(line.id, line.name);
    } else if (line.event === "test ended") {
      open(line.file).running.delete(line.id);
      results.set(line.id, line);
    } else {
      open(line.file).ended = true;
      const file = nameOf(line.file);
      if (line.messages.length > 0) {
        failures.push({ title: file, message: line.messages.join("\n"), file });
      }
    }
  }
  const all = [...results.values()];
  const failed = all.filter(({ state }) => state !== "passed");
  failures.unshift(...failed.map(failureOf));
  return {
    tally: { passed: results.size - failed.length, failures },
    times: all.map(timeOf),
    underWay: [...files].flatMap(([file, state]) => underWayIn(nameOf(file), state)),
    ended,
  };
}

function failureOf({ file, name, state, messages }: TestEnded): Failure {
  return {
    title: titleOf(file, name),
    message: messages.length > 0 ? messages.join("\n") : state,
    file: nameOf(file),
    test: state === "failed" ? "failed" : "did not run",
  };
}

function timeOf({ file, name, ms, slow }: TestEnded): TestTime {
  return { title: titleOf(file, name), file: nameOf(file), ms, slow };
}

function underWayIn(name: string, { ended, running }: FileState): string[] {
  if (ended) return [];
  if (running.size === 0) return [`${name}, in none of its tests`];
  return [...running.values()].map((test) => `${name} › ${test}`);
}

function nameOf(file: string): string {
  return relative(projectRoot, file);
}

function titleOf(file: string, name: string): string {
  return `${nameOf(file)} › ${name}`;
}
