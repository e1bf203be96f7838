import type { ReadJournal } from "./read-journal.ts";
import type { Tally } from "./tally.ts";

/**
 * What a run of Vitest counts as. One that broke off, or that failed although no test did, is a failure by itself: its
 * journal says nothing of the tests that it did not get to.
 *
 * @param name of the run.
 * @param code its exit code; null when a signal ended it.
 */
export function tallyOfRun(name: string, code: number | null, journal: ReadJournal): Tally {
  const { passed, failures } = journal.tally;
  if (journal.ended && (code === 0 || failures.length > 0)) return { passed, failures };
  const message = "the run ended with an error outside its tests, see above";
  return { passed, failures: [...failures, { title: name, message }] };
}
