import type { Failure, Tally } from "./tally.ts";

/** What the failures of a file turn out to be, once the file has run again by itself. */
export interface Judged {
  failures: Failure[];
  /** What failed in one of the two runs only. Tests that a failed hook kept from running are not named one by one. */
  unsteady: Failure[];
  /** How many of the tests that failed before have passed now. */
  passed: number;
}

/**
 * @param first what failed of one file.
 * @param again what its second run came to.
 */
export function judgeAgain(first: readonly Failure[], again: Tally): Judged {
  const outsideOfFiles = again.failures.filter(({ file }) => file === undefined);
  // A run that was ended, or ended with an error outside its tests, has acquitted nobody.
  if (outsideOfFiles.length > 0) {
    return { failures: [...first, ...outsideOfFiles], unsteady: [], passed: 0 };
  }
  const before = titlesOf(first);
  const now = titlesOf(again.failures);
  const acquitted = first.filter(({ title }) => !now.has(title));
  return {
    failures: again.failures.filter(({ title }) => before.has(title)),
    unsteady: [
      ...withoutFollowers(acquitted, first),
      ...withoutFollowers(
        again.failures.filter(({ title }) => !before.has(title)),
        again.failures,
      ),
    ],
    passed: acquitted.filter(({ test }) => test !== undefined).length,
  };
}

function titlesOf(failures: readonly Failure[]): Set<string> {
  return new Set(failures.map(({ title }) => title));
}

/** Leaves out the tests that did not run because something outside of them failed. */
function withoutFollowers(some: Failure[], all: readonly Failure[]): Failure[] {
  const cause = all.some(({ test }) => test === undefined);
  return cause ? some.filter(({ test }) => test !== "did not run") : some;
}
