import { setTimeout as delay } from "node:timers/promises";

const pollMs = 20;

/**
 * Ends every process of the group that a process leads (one spawned `detached`): asks them to, and
 * after `graceMs` ends by force what is left. Returns when that is done.
 */
export async function endGroup(leader: number, graceMs: number): Promise<void> {
  const deadline = performance.now() + graceMs;
  let left = signalGroup(leader, "SIGTERM");
  while (left && performance.now() < deadline) {
    await delay(pollMs);
    left = signalGroup(leader, 0);
  }
  if (left) signalGroup(leader, "SIGKILL");
}

/** Whether the group has a process to get the signal. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}
