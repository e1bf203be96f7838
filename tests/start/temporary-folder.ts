import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

// Root's tests run programs as other accounts, which may be unable to enter the folder of TMPDIR.
const base = process.getuid?.() === 0 ? "/tmp" : tmpdir();

/** A folder of the running test, removed with it. Only its owner may enter it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(base, "perennial-start-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
