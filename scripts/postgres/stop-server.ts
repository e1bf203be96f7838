import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "#scripts/process/is-alive.ts";
import { isServerOf, postmasterFilePath, readPostmasterFile } from "./postmaster-file.ts";

// A fast stop first; each harder one only when the one before has not ended the server in time.
const stages = [
  { signal: "SIGINT", withinMs: 2000 },
  { signal: "SIGQUIT", withinMs: 1000 },
  { signal: "SIGKILL", withinMs: 500 },
] as const;

const pollMs = 10;

/** Ends a server by its process number and returns when it is gone, at the latest after 3.5 s. */
export async function stopServer(pid: number, isGone: () => boolean): Promise<void> {
  for (const { signal, withinMs } of stages) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = performance.now() + withinMs;
    while (performance.now() < deadline) {
      if (isGone()) return;
      await delay(pollMs);
    }
  }
}

/**
 * Clears a cluster of what an earlier start left when it was killed: ends a server that outlived it,
 * and removes a pid file whose number now belongs to some other process. Only the holder of the data
 * directory's lock may call it.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const left = readPostmasterFile(cluster);
  if (left === null || !isAlive(left.pid)) return;
  if (isServerOf(left.pid, cluster)) {
    await stopServer(left.pid, () => !isAlive(left.pid) || !isServerOf(left.pid, cluster));
  } else {
    rmSync(postmasterFilePath(cluster), { force: true });
  }
}
