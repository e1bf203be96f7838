import { expect, test } from "vitest";
import type { Failure } from "#scripts/checks/tally.ts";
import { tallyOfRun } from "#scripts/checks/tally-of-run.ts";

const file = "tests/a.test.ts";
const failure: Failure = { title: `${file} › adds up`, message: "no", file, test: "failed" };
const broken = { title: "unit tests", message: expect.stringContaining("outside its tests") };

function tally(code: number | null, ended: boolean, failures: Failure[]) {
  const journal = { tally: { passed: 2, failures }, times: [], underWay: [], ended };
  return tallyOfRun("unit tests", code, journal);
}

test("a run that came to its end counts as its tests do", () => {
  expect(tally(0, true, [])).toEqual({ passed: 2, failures: [] });
  expect(tally(1, true, [failure])).toEqual({ passed: 2, failures: [failure] });
});

test("a run that failed although no test did is a failure by itself", () => {
  expect(tally(1, true, [])).toEqual({ passed: 2, failures: [broken] });
});

test("a run that broke off is a failure by itself, also beside a test that failed", () => {
  expect(tally(null, false, [])).toEqual({ passed: 2, failures: [broken] });
  expect(tally(1, false, [failure])).toEqual({ passed: 2, failures: [failure, broken] });
});
