import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findMemoryFolder } from "#scripts/files/memory-folder.ts";
import { isAlive } from "#scripts/process/is-alive.ts";
import type { ClusterPlace } from "./place-cluster.ts";
import { chooseServerAccount } from "./server-account.ts";
import { type RunningPostgres, startPostgres } from "./start-postgres.ts";

const prefix = "perennial-temporary-";

/** A place for a cluster that is thrown away, and the way to do so. */
export interface TemporaryPlace {
  place: ClusterPlace;
  remove(): void;
}

/**
 * Creates a new folder for a cluster, and removes the folders left behind by killed runs.
 *
 * @param options.inMemory for databases that are small, and many: it is in memory where there is enough of it.
 */
export function makeTemporaryPlace({ inMemory = false } = {}): TemporaryPlace {
  removeLeftOvers();
  const account = chooseServerAccount(null);
  // The system's own temporary folder, because TMPDIR may be one that another account cannot enter.
  const diskFolder = account === null ? tmpdir() : "/tmp";
  const base = (inMemory ? findMemoryFolder() : null) ?? diskFolder;
  const root = mkdtempSync(join(base, `${prefix}${process.pid}-`));
  chmodSync(root, account === null ? 0o700 : 0o711);
  const folder = join(root, "postgres");
  mkdirSync(folder, { mode: 0o700 });
  if (account !== null) chownSync(folder, account.uid, account.gid);
  return {
    place: { folder, account },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/**
 * Starts a PostgreSQL that lives as long as this run, in a temporary folder that `stop` removes: fast and not
 * crash-safe, unless `durable`.
 */
export async function startTemporaryPostgres({
  durable = false,
  inMemory = false,
} = {}): Promise<RunningPostgres> {
  const { place, remove } = makeTemporaryPlace({ inMemory });
  try {
    const running = await startPostgres(place, durable);
    return {
      ...running,
      stop: async () => {
        await running.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function removeLeftOvers(): void {
  for (const base of new Set([tmpdir(), "/tmp", "/dev/shm"])) {
    for (const name of listFolder(base)) {
      const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : 0;
      if (pid === 0 || isAlive(pid)) continue;
      try {
        rmSync(join(base, name), { recursive: true, force: true });
      } catch {
        // It is another account's; that one removes it.
      }
    }
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
