import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";
import type { JournalLine } from "./journal.ts";
import type { Tally } from "./tally.ts";

/** What a run of Vitest has come to. */
export interface ReadJournal {
  /**
   * Tests one by one. One that was skipped counts as failed, because it has not been seen to pass; so
   * does what failed outside of the tests.
   */
  tally: Tally;
  /** The tests under way, each with its file; a file by itself when it runs none of its tests. */
  underWay: string[];
  /** Whether it came to its end. */
  ended: boolean;
}

interface FileState {
  ended: boolean;
  /** The tests under way, by id. */
  running: Map<string, string>;
}

const LONGEST_MESSAGE = 2_000;

/** Reads what the journal reporter has written of a run, also of one that did not end. */
export function readJournal(path: string): ReadJournal {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  const files = new Map<string, FileState>();
  const results = new Map<string, Extract<JournalLine, { event: "test ended" }>>();
  const failures: string[] = [];
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
        ...line.messages.map((message) => describe("outside of every test", [message])),
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
      if (line.messages.length > 0) failures.push(describe(nameOf(line.file), line.messages));
    }
  }
  const failed = [...results.values()].filter(({ state }) => state !== "passed");
  failures.unshift(
    ...failed.map(({ file, name, state, messages }) =>
      describe(`${nameOf(file)} › ${name}`, messages.length > 0 ? messages : [state]),
    ),
  );
  return {
    tally: { passed: results.size - failed.length, failures },
    underWay: [...files].flatMap(([file, state]) => underWayIn(nameOf(file), state)),
    ended,
  };
}

function underWayIn(name: string, { ended, running }: FileState): string[] {
  if (ended) return [];
  if (running.size === 0) return [`${name}, in none of its tests`];
  return [...running.values()].map((test) => `${name} › ${test}`);
}

function nameOf(file: string): string {
  return relative(projectRoot, file);
}

function describe(title: string, messages: string[]): string {
  return `${title}\n${messages.join("\n").slice(0, LONGEST_MESSAGE).replace(/^/gm, "    ")}`;
}
