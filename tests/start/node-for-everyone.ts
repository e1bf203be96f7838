import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { openDataDirectory } from "./open-data-directory.ts";

/** A copy of our Node that any account may run: the original is unreachable when the project lies below a closed home. */
export function nodeForEveryone(): string {
  const file = join(openDataDirectory(), "node");
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  return file;
}
