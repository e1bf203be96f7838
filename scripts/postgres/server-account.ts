import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { ClearFailure } from "../clear-failure.ts";

/** The system account that a PostgreSQL server runs as when we are root, which it refuses to be. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

/**
 * Chooses the account for the server: null when we are an ordinary user (the server is then run as
 * ourselves), the owner of an existing cluster when there is one, else `postgres` or `nobody`.
 */
export function chooseServerAccount(existingCluster: string | null): ServerAccount | null {
  if (process.getuid?.() !== 0) return null;
  if (existingCluster !== null) {
    const { uid, gid } = statSync(existingCluster);
    if (uid !== 0) return { uid, gid };
  }
  const accounts = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined && Number(uid) !== 0) {
      return { uid: Number(uid), gid: Number(gid) };
    }
  }
  throw new ClearFailure(
    "PostgreSQL does not run as root and /etc/passwd has neither postgres nor nobody: start as an ordinary user, or set DATABASE_URL.",
  );
}

/**
 * Whether an account may read (and, for folders, enter) a path and enter every folder above it. Only
 * the permission bits count, so an access list can make the answer too careful, never too bold.
 */
export function canReach(path: string, account: ServerAccount): boolean {
  try {
    const found = statSync(path);
    if (!allows(found, account, found.isDirectory() ? 5 : 4)) return false;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (!allows(statSync(folder), account, 1)) return false;
      if (folder === dirname(folder)) return true;
    }
  } catch {
    return false;
  }
}

function allows(
  found: { mode: number; uid: number; gid: number },
  account: ServerAccount,
  wanted: number,
): boolean {
  const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0;
  return ((found.mode >> shift) & wanted) === wanted;
}
