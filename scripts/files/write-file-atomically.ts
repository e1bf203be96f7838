import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { diskFull, saysDiskFull } from "#scripts/process/user-facing-error.ts";

/**
 * Replaces a file as a whole: a reader sees the old or the new content, and a crash leaves one of
 * the two. The content is on the disk when this returns.
 */
export function writeFileAtomically(path: string, content: string, mode: number): void {
  const unfinished = `${path}.new-${process.pid}`;
  rmSync(unfinished, { force: true });
  try {
    const file = openSync(unfinished, "wx", mode);
    try {
      writeSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw saysDiskFull(error) ? diskFull(dirname(path)) : error;
  }
}
