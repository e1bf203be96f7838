/** What some checks came to: tests are counted one by one, each other step as one. */
export interface Tally {
  passed: number;
  /** What failed, a text each: its title, and where there is one, its first message. */
  failures: string[];
}

/** The tally of a single check. */
export function tallyOf(name: string, succeeded: boolean): Tally {
  return succeeded ? { passed: 1, failures: [] } : { passed: 0, failures: [name] };
}
