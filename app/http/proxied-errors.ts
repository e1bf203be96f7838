import { z } from "zod";
import { type AppErrorCode, isAppError } from "#app/lib/app-error.ts";
import type { ErrorContext } from "./api.ts";
import { jsonResponse } from "./respond.ts";
import { logUnexpected, outageMessage } from "./unexpected-error.ts";

const STATUS: Readonly<Record<AppErrorCode, number>> = {
  malformed_request: 400,
  invalid_input: 422,
  key_missing: 401,
  key_invalid: 401,
  signature_invalid: 401,
  shop_unknown: 401,
  signed_out: 401,
  scope_missing: 403,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  idempotency_conflict: 409,
  already_done: 409,
  offer_already_active: 403,
  offer_gone: 404,
  retired: 410,
  contract_cancelled: 409,
  contract_waiting: 409,
  charge_not_retryable: 409,
  contract_changed: 409,
  change_refused: 409,
  balance_empty: 409,
  balance_too_large: 409,
  platform_refused: 422,
  platform_unavailable: 503,
};

/**
 * Errors of everything behind the app proxy: `{ message }`, and with 422 the body that has the fields
 * as a JSON text. `extra` joins every body but that of an unexpected error; `outage` is said when the platform fails.
 */
export function toProxiedErrorResponse(
  error: unknown,
  request: ErrorContext,
  extra: Record<string, string> = {},
  outage = outageMessage(error),
): Response {
  const { headers } = request;
  if (isAppError(error)) {
    const status = STATUS[error.code];
    const body =
      status === 422
        ? {
            error: true,
            message: error.message,
            data: JSON.stringify(error.fields ?? {}),
            ...extra,
          }
        : { message: error.message, ...extra };
    return jsonResponse(status, body, headers);
  }
  if (logUnexpected(error, request) === "outage") {
    return jsonResponse(
      503,
      {
        message: outage,
        code: "platform_unavailable",
      },
      headers,
    );
  }
  return jsonResponse(500, { message: "server error" }, headers);
}

const messageField = z.string().meta({
  description:
    "What is wrong, as a sentence: in English, or in the language of the page that a storefront's request names by `lang`.",
  example: "The API key is not valid for this store.",
});

const messageBody = z.object({ message: messageField }).meta({ id: "Error" });
const inputBody = z
  .object({
    error: z.literal(true).meta({ description: "Always true.", example: true }),
    message: messageField,
    data: z.string().meta({
      description: "The JSON text of an object, from each wrong field to a list of messages.",
      example: '{"page":["Must be a positive whole number."]}',
    }),
  })
  .meta({ id: "InputError" });

const codeField = {
  code: z.string().meta({
    description: "By which a widget chooses its words.",
    example: "not_found",
  }),
};

const BODIES = {
  plain: { message: messageBody, input: inputBody },
  coded: {
    message: messageBody.extend(codeField).meta({ id: "CodedError" }),
    input: inputBody.extend(codeField).meta({ id: "CodedInputError" }),
  },
};

/** @param kind `coded` where errors carry a code beside their message. */
export function describeProxiedError(code: AppErrorCode, kind: keyof typeof BODIES = "plain") {
  const bodies = BODIES[kind];
  return { status: STATUS[code], body: STATUS[code] === 422 ? bodies.input : bodies.message };
}
