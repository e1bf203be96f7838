import { type BenchRow, median } from "./bench-row.ts";
import type { ExportStore } from "./export-store.ts";
import { runCopy } from "./run-copy.ts";

const ROUNDS = 7;

/** Milliseconds of each round. */
export interface Times {
  ours: number[];
  baseline: number[];
}

/** Reads in turn with a COPY of the same rows. */
export async function besideCopy(
  store: Pick<ExportStore, "databaseUrl">,
  read: () => Promise<{ milliseconds: number }>,
  copy: string,
): Promise<Times> {
  const times: Times = { ours: [], baseline: [] };
  await read();
  for (let round = 0; round < ROUNDS; round += 1) {
    times.baseline.push(await runCopy(store.databaseUrl, copy));
    times.ours.push((await read()).milliseconds);
  }
  return times;
}

/** The median of the rounds' ratios. */
export function toRow(
  name: string,
  { ours, baseline }: Times,
  target: number,
  what: string,
): BenchRow {
  const ratio = median(ours.map((one, at) => one / (baseline[at] ?? 0)));
  return {
    name,
    ours: `${median(ours).toFixed(1)} ms`,
    baseline: `${what} ${median(baseline).toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    target: `≤ ${target}`,
    met: ratio <= target,
  };
}
