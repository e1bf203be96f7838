let given = 0;

/**
 * Returns digits that make a name unique within a run of the tests. They always have the same length, so no name is part of
 * another one.
 */
export function uniqueNumber(): string {
  given += 1;
  // Vitest numbers the files that it runs; benches run alone in their process.
  const file = process.env.VITEST_WORKER_ID ?? process.pid;
  return `${String(file).padStart(5, "0")}-${String(given).padStart(4, "0")}`;
}
