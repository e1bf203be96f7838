import { z } from "zod";
import type { ApiDefinition, ErrorContext } from "#app/http/api.ts";
import { authenticateBodyKey } from "#app/http/authenticate-body-key.ts";
import { jsonResponse } from "#app/http/respond.ts";
import { logUnexpected, missingAccess } from "#app/http/unexpected-error.ts";
import { type AppError, type AppErrorCode, isAppError } from "#app/lib/app-error.ts";

/** The Store Credit Management API (contract, sections 4.4, 5 and 7.4). */
export const storeCreditApi: ApiDefinition = {
  title: "Store Credit Management API",
  credentials: "body-key",
  limitsConcurrency: true,
  authenticate: authenticateBodyKey,
  describeError: (code) => ({ status: statusOf(code), body: errorBody }),
  exampleMessages: { not_found: "customer not found" },
  toErrorResponse: (error, request) => {
    const { status, body } = describeStoreCreditError(error, request);
    return jsonResponse(status, body, request.headers);
  },
};

const errorBody = z
  .object({
    message: z.string().optional().meta({
      description: "What is wrong; with 401, 403, 410, 422, 429 and 500.",
      example: "key is missing",
    }),
    error: z
      .union([z.string(), z.literal(true)])
      .optional()
      .meta({
        description: "What is wrong, with 400 and 404; true with 422.",
        example: "customer not found",
      }),
    data: z.string().optional().meta({
      description:
        "With 422: the JSON text of an object, from each wrong field to a list of messages.",
      example: '{"email":["Must be a valid e-mail address."]}',
    }),
  })
  .meta({
    id: "StoreCreditError",
    description: "The text is in `message` when it is there, otherwise in `error`.",
  });

/** Status and body of an error, also for the legacy endpoint, which sends the body alone. */
export function describeStoreCreditError(
  error: unknown,
  request: ErrorContext,
): { status: number; body: object } {
  if (!isAppError(error)) {
    logUnexpected(error, request);
    const missing = missingAccess(error);
    if (missing !== null) return { status: 503, body: { message: missing } };
    return { status: 500, body: { message: "server error" } };
  }
  return { status: statusOf(error.code), body: bodyOf(error) };
}

const STATUS: Partial<Record<AppErrorCode, number>> = {
  key_missing: 401,
  key_invalid: 401,
  scope_missing: 403,
  not_found: 404,
  retired: 410,
  rate_limited: 429,
  malformed_request: 422,
  invalid_input: 422,
};

function statusOf(code: AppErrorCode): number {
  return STATUS[code] ?? 400;
}

/** The texts are the contract's own: programs compare them. */
function bodyOf(error: AppError): object {
  switch (error.code) {
    case "key_missing":
      return { message: "key is missing" };
    case "key_invalid":
      return { message: "key is incorrect" };
    case "scope_missing":
    case "rate_limited":
    case "retired":
      return { message: error.message };
    case "not_found":
      return { error: error.message };
    case "malformed_request":
    case "invalid_input":
      return {
        error: true,
        message: error.message,
        data: JSON.stringify(error.fields ?? { body: [error.message] }),
      };
    case "balance_empty":
      return { error: "failed to update, balance cannot be below 0" };
    default:
      return { error: `failed to update, ${lowerFirst(error.message)}` };
  }
}

/** A sentence as the second half of another one. */
function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
