import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ErrorContext } from "./api.ts";

/** What the app lacks on the store's platform, and who can give it; null when that is not what went wrong. */
export function missingAccess(error: unknown): string | null {
  return isPlatformFailure(error) && error.platformCode === "ACCESS_DENIED" ? error.message : null;
}

/** What a caller is told of an outage. */
export function outageMessage(error: unknown): string {
  return missingAccess(error) ?? "The store's platform does not answer just now. Try again.";
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
