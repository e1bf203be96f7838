/** What some checks came to: tests are counted one by one, each other step as one. */
export interface Tally {
  passed: number;
  failures: Failure[];
}

export interface Failure {
  /** The step, the file, or the file and the test in it. */
  title: string;
  /** Why; empty when the title says it all. */
  message: string;
  /** The test file to run again, relative to the project; none when it is no file's failure. */
  file?: string;
  /** What of the file failed; without it the file failed outside its tests. */
  test?: "failed" | "did not run";
}

/** The tally of a single check. */
export function tallyOf(title: string, succeeded: boolean): Tally {
  return succeeded
    ? { passed: 1, failures: [] }
    : { passed: 0, failures: [{ title, message: "" }] };
}

const LONGEST_MESSAGE = 2_000;

/** The title, and below it the start of the message, indented. */
export function describeFailure({ title, message }: Failure): string {
  if (message === "") return title;
  return `${title}\n${message.slice(0, LONGEST_MESSAGE).replace(/^/gm, "    ")}`;
}
