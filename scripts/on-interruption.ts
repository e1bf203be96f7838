import { UserFacingError } from "./user-facing-error.ts";

/**
 * A signal that is aborted when somebody asks this process to end, which then no longer happens by
 * itself. For commands that run programs in process groups of their own, which Ctrl-C does not reach.
 */
export function onInterruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => interrupted.abort(new UserFacingError("Interrupted before the end.")));
  }
  return interrupted.signal;
}
