import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

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
  throw new UserFacingError(
    "PostgreSQL does not run as root and /etc/passwd has neither postgres nor nobody: start as an ordinary user, or set DATABASE_URL.",
  );
}

const passBit = 1;
const readBits = { folder: 5, file: 4 };

/**
 * Whether an account may read (and list) a path and pass every folder above it. Only the permission
 * bits count, so an access list can make the answer too careful, never too bold.
 */
export function canReach(path: string, account: ServerAccount): boolean {
  try {
    const found = statSync(path);
    const wanted = found.isDirectory() ? readBits.folder : readBits.file;
    return allows(found, account, wanted) && canPass(dirname(path), account);
  } catch {
    return false;
  }
}

/** Whether an account may go through a folder and every one above it, to what lies below. */
export function canPass(path: string, account: ServerAccount): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (!allows(statSync(folder), account, passBit)) return false;
    if (folder === dirname(folder)) return true;
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
