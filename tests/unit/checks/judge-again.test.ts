import { expect, test } from "vitest";
import { judgeAgain } from "#scripts/checks/judge-again.ts";
import { describeFailure, type Failure } from "#scripts/checks/tally.ts";

const file = "tests/a.test.ts";

function failed(name: string, message = "once"): Failure {
  return { title: `${file} › ${name}`, message, file, test: "failed" };
}

function notRun(name: string): Failure {
  return { title: `${file} › ${name}`, message: "skipped", file, test: "did not run" };
}

const hook: Failure = { title: file, message: "hook", file };

test("a test that fails twice has failed, with what it says the second time", () => {
  const again = { passed: 4, failures: [failed("adds up", "twice")] };
  expect(judgeAgain([failed("adds up")], again)).toEqual({
    failures: [failed("adds up", "twice")],
    ...{ unsteady: [], passed: 0 },
  });
});

test("a test that passes the second time is unsteady and counts as passed", () => {
  expect(judgeAgain([failed("adds up")], { passed: 5, failures: [] })).toEqual({
    ...{ failures: [], unsteady: [failed("adds up")], passed: 1 },
  });
});

test("a test that passed the first time and fails the second is unsteady too", () => {
  const again = { passed: 4, failures: [failed("takes away")] };
  expect(judgeAgain([failed("adds up")], again)).toEqual({
    failures: [],
    unsteady: [failed("adds up"), failed("takes away")],
    passed: 1,
  });
});

test("a hook that failed once is one unsteady entry, however many tests it kept from running", () => {
  const first = [notRun("adds up"), notRun("takes away"), hook];
  expect(judgeAgain(first, { passed: 2, failures: [] })).toEqual({
    ...{ failures: [], unsteady: [hook], passed: 2 },
  });
});

test("a second run that hangs or breaks acquits nobody", () => {
  const hung: Failure = { title: "a again", message: "hung" };
  expect(judgeAgain([failed("adds up")], { passed: 0, failures: [hung] })).toEqual({
    failures: [failed("adds up"), hung],
    ...{ unsteady: [], passed: 0 },
  });
});

test("a failure is described by its title and the start of its message, indented", () => {
  expect(describeFailure({ title: "adds up", message: "no\nnever" })).toBe(
    "adds up\n    no\n    never",
  );
  expect(describeFailure({ title: "format and lint", message: "" })).toBe("format and lint");
  expect(describeFailure({ title: "long", message: "x".repeat(9_000) }).length).toBeLessThan(2_100);
});
