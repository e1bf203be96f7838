import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ErrorContext } from "./api.ts";

/**
 * Logs a bug or an outage. The query is left out: it may carry a key.
 *
 * @returns `outage` when the store's platform failed and the caller may retry; otherwise `bug`.
 */
export function logUnexpected(error: unknown, { log, request }: ErrorContext): "outage" | "bug" {
  const { pathname } = new URL(request.url);
  log.error({ err: error, method: request.method, path: pathname }, "request failed unexpectedly");
  return isPlatformFailure(error) ? "outage" : "bug";
}
