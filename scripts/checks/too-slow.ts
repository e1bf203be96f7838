import type { TestTime } from "./read-journal.ts";
import type { Failure } from "./tally.ts";

/** A test that takes longer says why, as `{ meta: { slow: "…" } }`, or is one of `npm run test:all` alone. */
const MOST_MS = 5_000;

/**
 * The tests that take too long and do not say why.
 *
 * @param mayBeSlow the files whose tests may take as long as they do.
 */
export function tooSlow(times: readonly TestTime[], mayBeSlow: readonly string[]): TestTime[] {
  return times.filter(({ file, ms, slow }) => ms > MOST_MS && !slow && !mayBeSlow.includes(file));
}

/**
 * The tests of a file that are slow for themselves: whatever else went on beside the first run may be the reason for its times.
 *
 * @param first its tests that took too long while others ran.
 * @param again the times of its tests when it ran alone.
 */
export function slowByThemselves(
  first: readonly TestTime[],
  again: readonly TestTime[],
): Failure[] {
  const titles = new Set(first.map(({ title }) => title));
  return tooSlow(again, [])
    .filter(({ title }) => titles.has(title))
    .map(({ title, file, ms }) => ({
      title,
      message: `took ${seconds(ms)} s alone, and may take ${seconds(MOST_MS)}: make it quicker, say why with { meta: { slow: "…" } }, or leave its file to npm run test:all`,
      file,
    }));
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
