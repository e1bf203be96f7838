/** How many checks have passed and failed: tests one by one, each other step as one. */
export interface Tally {
  passed: number;
  failed: number;
}

export function addTally(sum: Tally, more: Tally): void {
  sum.passed += more.passed;
  sum.failed += more.failed;
}
