import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

/** A data directory of the running test that other accounts may pass, as a first start makes it. */
export function openDataDirectory(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o711);
  return folder;
}

/** A data directory that no other account can enter; what is then kept outside goes with the test too. */
export function closedDataDirectory(): string {
  const folder = temporaryFolder();
  onTestFinished(() => {
    const note = join(folder, "postgres-place.json");
    if (!existsSync(note)) return;
    const place = JSON.parse(readFileSync(note, "utf8")) as { folder: string };
    rmSync(place.folder, { recursive: true, force: true });
  });
  return folder;
}
