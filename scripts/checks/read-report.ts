import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { projectRoot } from "../project-root.ts";
import type { Tally } from "./tally.ts";

/** What is used of Vitest's JSON report. */
interface VitestReport {
  testResults: {
    /** The file, absolute. */
    name: string;
    status: string;
    /** Why the file as a whole failed. */
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

const LONGEST_MESSAGE = 2_000;

/**
 * Counts a report's tests. A test that was skipped counts as failed, because nobody has seen it
 * pass; so does a file that failed outside its tests.
 */
export function readReport(path: string): Tally {
  const { testResults } = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
  const tally: Tally = { passed: 0, failures: [] };
  for (const file of testResults) {
    const name = relative(projectRoot, file.name);
    const failed = file.assertionResults.filter(({ status }) => status !== "passed");
    tally.passed += file.assertionResults.length - failed.length;
    for (const { fullName, status, failureMessages } of failed) {
      tally.failures.push(describe(`${name} › ${fullName}`, failureMessages?.join("\n") || status));
    }
    if (file.status === "failed" && failed.length === 0) {
      tally.failures.push(describe(name, file.message));
    }
  }
  return tally;
}

function describe(title: string, message: string): string {
  return `${title}\n${message.slice(0, LONGEST_MESSAGE).replace(/^/gm, "    ")}`;
}
