import { setTimeout as delay } from "node:timers/promises";

// With PostgreSQL's own limit this keeps the end of everything below ten seconds.
const stopWithinMs = 5500;

/**
 * Asks a process to end and returns when it has; after a while it is ended by force, together with
 * the group that it leads if there is one.
 */
export async function stopProcess(pid: number, ended: Promise<unknown>): Promise<void> {
  if (pid === 0) return;
  signalProcess(pid, "SIGTERM");
  const timeout = new AbortController();
  const late = delay(stopWithinMs, "late", { signal: timeout.signal }).catch(() => "");
  const first = await Promise.race([ended, late]);
  timeout.abort();
  signalProcess(-pid, "SIGKILL");
  if (first !== "late") return;
  signalProcess(pid, "SIGKILL");
  await ended;
}

function signalProcess(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // It is gone already.
  }
}
