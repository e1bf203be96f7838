import type { TestTime } from "./read-journal.ts";

const SHOWN = 20;

/** The slowest tests with their seconds, the slowest first. */
export function describeSlowest(times: readonly TestTime[]): string {
  const slowest = [...times].sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
  const lines = slowest.map(({ title, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${title}`);
  return ["The slowest tests:", ...lines].join("\n");
}
