import type { ErrorContext } from "#app/http/api.ts";
import { toProxiedErrorResponse } from "#app/http/proxied-errors.ts";
import { AppError, isAppError } from "#app/lib/app-error.ts";

/**
 * An error as a shopper's widget gets it: a `code`, by which the widget chooses its own translated words, and a message in
 * plain ones. What the platform said itself, and what the app lacks there, is for the merchant; it is in the log.
 */
export function toShopperErrorResponse(error: unknown, request: ErrorContext): Response {
  if (!isAppError(error)) {
    return toProxiedErrorResponse(
      error,
      request,
      {},
      "The store does not answer just now. Try again.",
    );
  }
  const told = error.code === "platform_refused" ? wordRefusal(error, request) : error;
  return toProxiedErrorResponse(told, request, { code: told.code });
}

function wordRefusal(error: AppError, { log }: ErrorContext): AppError {
  log.warn({ err: error }, "the platform refused what a shopper asked for");
  const message = "The store cannot do that just now. Try again later, or ask the store.";
  return new AppError(error.code, message);
}
