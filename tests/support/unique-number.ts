let given = 0;

/**
 * Digits that nothing else of this run of the tests has got, for names. All are of one length, so that none is a part of another
 * one, and a person who looks for one name finds one.
 */
export function uniqueNumber(): string {
  given += 1;
  // Each file that is run has a number of its own; what is no test is alone in its process.
  const file = process.env.VITEST_WORKER_ID ?? process.pid;
  return `${String(file).padStart(5, "0")}-${String(given).padStart(4, "0")}`;
}
