import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { readCommand } from "#scripts/process/read-command.ts";

/** What a running server writes about itself into its cluster. */
export interface PostmasterFile {
  pid: number;
  ready: boolean;
}

export function postmasterFilePath(cluster: string): string {
  return join(cluster, "postmaster.pid");
}

/** Reads `postmaster.pid`; null when there is none, or one that is still being written. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  let lines: string[];
  try {
    lines = readFileSync(postmasterFilePath(cluster), "utf8").split("\n");
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, ready: lines[7]?.trim() === "ready" };
}

/** Whether a live process is a PostgreSQL server of this very cluster, not one that got its number. */
export function isServerOf(pid: number, cluster: string): boolean {
  const words = readCommand(pid);
  const program = words[0];
  if (program === undefined || !/^postgres(\.exe)?$/.test(basename(program))) return false;
  const wanted = realpathSync(cluster);
  return words.some(
    (word) => word === cluster || (existsSync(word) && realpathSync(word) === wanted),
  );
}
