import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readReport } from "../../../scripts/checks/read-report.ts";
import { projectRoot } from "../../../scripts/project-root.ts";

function tallyOfReport(testResults: object[]) {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  try {
    const path = join(folder, "report.json");
    writeFileSync(path, JSON.stringify({ testResults }));
    return readReport(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const one = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
});

test("each failed and each skipped test is named with its file and its message", () => {
  const tally = tallyOfReport([
    {
      name: join(projectRoot, "tests/a.test.ts"),
      status: "failed",
      message: "",
      assertionResults: [
        one("counts", "passed"),
        one("adds up", "failed", "expected 3\nto be 4"),
        one("is left out", "pending"),
      ],
    },
  ]);
  expect(tally).toEqual({
    passed: 1,
    failures: [
      "tests/a.test.ts › adds up\n    expected 3\n    to be 4",
      "tests/a.test.ts › is left out\n    pending",
    ],
  });
});

test("a file that fails outside its tests counts as one failure", () => {
  const tally = tallyOfReport([
    {
      name: join(projectRoot, "tests/b.test.ts"),
      status: "failed",
      message: "no such module",
      assertionResults: [one("never ran, and yet is told as passed", "passed")],
    },
  ]);
  expect(tally.failures).toEqual(["tests/b.test.ts\n    no such module"]);
});
