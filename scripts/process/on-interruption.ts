import { UserFacingError } from "./user-facing-error.ts";

/**
 * A signal that is aborted when this process is asked to end; the process then no longer ends by itself. For
 * commands that run programs in separate process groups, which Ctrl-C does not reach.
 */
export function onInterruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => interrupted.abort(new UserFacingError("Interrupted before the end.")));
  }
  return interrupted.signal;
}
