import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of the running test, removed with it. Its owner alone may enter it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "perennial-start-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
