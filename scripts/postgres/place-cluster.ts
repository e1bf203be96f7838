import { createHash, randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "#scripts/files/write-file-atomically.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { openOutsideFolder } from "./open-outside-folder.ts";
import { canPass, canReach, chooseServerAccount, type ServerAccount } from "./server-account.ts";

/** Where a data directory's cluster is, and who runs its server (null: ourselves). */
export interface ClusterPlace {
  folder: string;
  account: ServerAccount | null;
}

/**
 * Finds or makes the folder of a data directory's cluster: inside it, unless we are root and the
 * server's account cannot get there. An outside place is written down in the data directory, so that
 * it is found again even when the permissions above have changed since.
 */
export function placeCluster(dataDirectory: string, say: (line: string) => void): ClusterPlace {
  const inside = join(dataDirectory, "postgres");
  const note = join(dataDirectory, "postgres-place.json");
  if (existsSync(note)) {
    const { folder } = JSON.parse(readFileSync(note, "utf8")) as { folder: string };
    if (!existsSync(folder)) {
      throw new UserFacingError(
        `The database of ${dataDirectory} was in ${folder}, which is gone: restore it, or delete ${dataDirectory} to start over.`,
      );
    }
    return { folder, account: accountOf(folder) };
  }
  if (existsSync(inside)) return { folder: inside, account: accountOf(inside) };

  const account = chooseServerAccount(null);
  if (account === null || canPass(dataDirectory, account)) {
    return { folder: makeFolder(inside, account), account };
  }
  const outside = openOutsideFolder(account);
  const label = `cluster-${createHash("sha256").update(dataDirectory).digest("hex").slice(0, 10)}`;
  const earlier = readdirSync(outside).filter((name) => name.startsWith(`${label}-`));
  const folder = join(outside, `${label}-${randomBytes(4).toString("hex")}`);
  makeFolder(folder, account);
  writeFileAtomically(note, `${JSON.stringify({ folder }, null, 2)}\n`, 0o600);
  say(
    `PostgreSQL does not run as root and its account cannot reach ${dataDirectory}: its files are in ${folder}.`,
  );
  for (const name of earlier) {
    say(`An earlier database of this data directory is still in ${join(outside, name)}.`);
  }
  return { folder, account };
}

function accountOf(folder: string): ServerAccount | null {
  const account = chooseServerAccount(folder);
  if (account !== null && !canReach(folder, account)) {
    throw new UserFacingError(
      `The account of PostgreSQL (uid ${account.uid}) can no longer enter ${folder}: let it pass the folders above (chmod o+x), or start as the owner.`,
    );
  }
  if (account === null && process.getuid !== undefined) {
    const owner = statSync(folder).uid;
    if (owner !== process.getuid()) {
      throw new UserFacingError(
        `The database in ${folder} belongs to another account (uid ${owner}): start as that one or as root, or choose another DATA_DIR.`,
      );
    }
  }
  return account;
}

function makeFolder(folder: string, account: ServerAccount | null): string {
  mkdirSync(folder, { mode: 0o700 });
  if (account !== null) chownSync(folder, account.uid, account.gid);
  return folder;
}
