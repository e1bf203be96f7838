import { DatabaseSync } from "node:sqlite";

const busyCode = 5;

export interface HeldLock {
  release: () => void;
}

/**
 * Takes a lock that exactly one process can hold, or returns null when another still holds it after
 * `waitMs`. It is a lock of the operating system on the file (SQLite takes it for us), so it ends
 * with its holder however that dies: a killed process leaves nothing to clean up or to mistake. With
 * `waitMs` 0 two that try at the same instant may both be refused: then try again, or wait.
 */
export function holdLock(path: string, waitMs: number): HeldLock | null {
  const file = new DatabaseSync(path, { timeout: waitMs });
  try {
    // Nothing is ever written, so a journal on the disk would only be in the way after a kill.
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if (error instanceof Error && "errcode" in error && error.errcode === busyCode) return null;
    throw error;
  }
  return { release: () => file.close() };
}
