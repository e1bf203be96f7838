import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ErrorContext } from "./api.ts";

/** What a caller is told of an outage. Where the app lacks access, that says who can give it. */
export function outageMessage(error: unknown): string {
  return isPlatformFailure(error) && error.platformCode === "ACCESS_DENIED"
    ? error.message
    : "The store's platform does not answer just now. Try again.";
}

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
