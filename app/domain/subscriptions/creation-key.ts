import { randomUUID } from "node:crypto";

const REACTIVATION = "reactivation:";

/** Names the creation of a contract that begins again: imports name theirs by the bare key. */
export function newReactivationKey(): string {
  return REACTIVATION + randomUUID();
}

/** Whether a contract that this app has made goes on from another one. */
export function isReactivationKey(creationKey: string): boolean {
  return creationKey.startsWith(REACTIVATION);
}
