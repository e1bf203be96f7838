import type { RefusalRequest } from "./api-interface.ts";

/** Logs a bug or an outage. The query is left out: it may carry a key. */
export function logUnexpected(error: unknown, { log, request }: RefusalRequest): void {
  const { pathname } = new URL(request.url);
  log.error({ err: error, method: request.method, path: pathname }, "request failed unexpectedly");
}
