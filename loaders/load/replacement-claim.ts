import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

/** A load on another machine that has not ended after so long never will. */
const LONGEST_LOAD_MS = 24 * 60 * 60_000;

/** What a load that replaces rows announces itself by: since when, on which machine and in which process it runs. */
export function newClaim(): string {
  return [new Date().toISOString(), hostname(), process.pid, randomUUID()].join(" ");
}

/** Whether the load that made a claim has ended without an end: it was killed, or its machine is gone. */
export function isAbandoned(claim: string): boolean {
  const [since = "", machine, pid] = claim.split(" ");
  if (machine !== hostname()) return !(Date.now() - Date.parse(since) < LONGEST_LOAD_MS);
  return !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // One of another user, which may not be asked.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
