import { join } from "node:path";
import { expect, test } from "vitest";
import type { JournalLine } from "#scripts/checks/journal.ts";
import { readJournal } from "#scripts/checks/read-journal.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { temporaryFile } from "./temporary-file.ts";

const file = join(projectRoot, "tests/a.test.ts");
const other = join(projectRoot, "tests/b.test.ts");

function read(lines: JournalLine[]) {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return readJournal(temporaryFile("journal.jsonl", text));
}

const started = (id: string, name = id): JournalLine => ({ event: "test started", file, id, name });

const done = (id: string, state: string, ...messages: string[]): JournalLine => ({
  ...{ event: "test ended", file, id },
  ...{ name: id, state, ms: 7, messages },
});

test("each failed and each skipped test is named with its file and its message", () => {
  const { tally, times, underWay, ended } = read([
    { event: "file started", file },
    ...[started("counts"), done("counts", "passed")],
    ...[started("adds up"), done("adds up", "failed", "expected 3\nto be 4")],
    done("is left out", "skipped"),
    // The end of a file repeats its tests.
    ...[done("counts", "passed"), done("is left out", "skipped")],
    { event: "file ended", file, ms: 9, messages: [] },
    { event: "run ended", messages: [] },
  ]);
  expect(tally).toEqual({
    passed: 1,
    failures: [
      {
        title: "tests/a.test.ts › adds up",
        message: "expected 3\nto be 4",
        ...{ file: "tests/a.test.ts", test: "failed" },
      },
      {
        title: "tests/a.test.ts › is left out",
        message: "skipped",
        ...{ file: "tests/a.test.ts", test: "did not run" },
      },
    ],
  });
  expect(times[0]).toEqual({
    ...{ title: "tests/a.test.ts › counts", file: "tests/a.test.ts" },
    ...{ ms: 7, slow: undefined },
  });
  expect({ underWay, ended }).toEqual({ underWay: [], ended: true });
});

test("what fails in a file outside of its tests counts as one failure, and so does what fails outside of every file", () => {
  const { tally } = read([
    { event: "file ended", file, ms: 9, messages: ["no such module"] },
    { event: "run ended", messages: ["nobody caught this"] },
  ]);
  expect(tally.failures).toEqual([
    { title: "tests/a.test.ts", message: "no such module", file: "tests/a.test.ts" },
    { title: "outside of every test", message: "nobody caught this" },
  ]);
});

test("of a run that did not end, the tests under way are named, and files that were in none", () => {
  const { tally, underWay, ended } = read([
    { event: "file started", file },
    { event: "file started", file: other },
    ...[started("1", "comes to an end"), done("1", "passed")],
    ...[started("2", "waits for ever"), started("3", "and so does this")],
  ]);
  expect(underWay).toEqual([
    "tests/a.test.ts › waits for ever",
    "tests/a.test.ts › and so does this",
    "tests/b.test.ts, in none of its tests",
  ]);
  expect({ tally, ended }).toEqual({ tally: { passed: 1, failures: [] }, ended: false });
});

test("a line that was being written when the run was ended is left out", () => {
  const path = temporaryFile("journal.jsonl", `${JSON.stringify(started("1"))}\n{"event":"te`);
  expect(readJournal(path).underWay).toEqual(["tests/a.test.ts › 1"]);
});
