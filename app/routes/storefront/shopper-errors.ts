import { wordError } from "#app/domain/refusals/word-error.ts";
import type { ErrorContext } from "#app/http/api.ts";
import { toProxiedErrorResponse } from "#app/http/proxied-errors.ts";
import { AppError, isAppError } from "#app/lib/app-error.ts";
import { labelOfField } from "./field-labels.ts";

/**
 * An error as a shopper's widget gets it: a `code`, by which the widget chooses its own translated words, and a message that says
 * what is wrong and what to do: in the language that the request names by `lang`, in English without. What the platform said
 * itself, and what the app lacks there, is for the merchant; it is in the log.
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
  const told = error.code === "platform_refused" ? withoutDetails(error, request) : error;
  const lang = new URL(request.request.url).searchParams.get("lang");
  const said = lang === null ? told : inLanguage(told, lang);
  return toProxiedErrorResponse(said, request, { code: said.code });
}

function withoutDetails(error: AppError, { log }: ErrorContext): AppError {
  log.warn({ err: error }, "the platform refused what a shopper asked for");
  const message = "The store cannot do that just now. Try again later, or ask the store.";
  return new AppError(error.code, message);
}

function inLanguage(error: AppError, lang: string): AppError {
  const { message, fields } = wordError(error, lang, labelOfField);
  return new AppError(error.code, message, error.fields && { ...error.fields, ...fields });
}
