import { chmodSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { writeFileAtomically } from "#scripts/files/write-file-atomically.ts";
import { type HeldLock, holdLock } from "#scripts/process/hold-lock.ts";
import { isAlive } from "#scripts/process/is-alive.ts";
import { saysDiskFull, UserFacingError } from "#scripts/process/user-facing-error.ts";

export interface LockedDataDirectory extends HeldLock {
  /** The data directory's real path. */
  path: string;
}

// Long enough that of several first starts at the same instant one wins.
const lockWithinMs = 250;
const holderWithinMs = 1000;

/**
 * Makes the data directory when it is missing and takes its lock for the life of this process.
 * Throws a UserFacingError that names the holder when another run has it.
 */
export async function lockDataDirectory(directory: string): Promise<LockedDataDirectory> {
  const path = openDirectory(directory);
  const lock = holdLock(join(path, "lock"), lockWithinMs);
  const holderFile = join(path, "lock-holder");
  if (lock !== null) {
    writeFileAtomically(holderFile, `${process.pid}\n`, 0o600);
    return { path, release: lock.release };
  }
  // The holder may have taken the lock only now and not yet written who it is.
  const deadline = performance.now() + holderWithinMs;
  for (;;) {
    const pid = readHolder(holderFile);
    if (pid !== null) {
      throw new UserFacingError(
        `Data directory ${path} is in use by pid ${pid}: stop it, or choose another DATA_DIR.`,
      );
    }
    if (performance.now() > deadline) {
      throw new UserFacingError(
        `Data directory ${path} is in use by another process: stop it, or choose another DATA_DIR.`,
      );
    }
    await delay(20);
  }
}

function openDirectory(directory: string): string {
  try {
    // As root, PostgreSQL's account has to pass through; what is secret in here has its own mode.
    const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
    const made = mkdirSync(directory, { recursive: true, mode });
    if (made !== undefined) chmodSync(directory, mode);
    return realpathSync(directory);
  } catch (error) {
    if (saysDiskFull(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new UserFacingError(`Data directory ${directory} cannot be used: ${message}`);
  }
}

function readHolder(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return pid > 0 && isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}
