/** One line of the table that `npm run bench` prints. Absolute figures are shown, ratios are judged. */
export interface BenchRow {
  name: string;
  ours: string;
  baseline: string;
  ratio: string;
  target: string;
  met: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
