import { z } from "zod";
import { API_KEY_LENGTH, API_KEY_PREFIX } from "#app/domain/api-keys/api-key-format.ts";
import type { ApiDefinition, AuthenticationRequest, Caller, ErrorContext } from "#app/http/api.ts";
import type { CountedCall } from "#app/http/authenticator.ts";
import { callerOfKey } from "#app/http/caller-of-key.ts";
import { type AnswerHeaders, jsonResponse } from "#app/http/respond.ts";
import { logUnexpected, missingAccess, outageMessage } from "#app/http/unexpected-error.ts";
import { AppError, type AppErrorCode, isAppError } from "#app/lib/app-error.ts";

/** The core REST API (contract, sections 2.1, 4.1, 5, 7.1 and 8). */
export const restApi: ApiDefinition = {
  title: "Core REST API",
  credentials: "bearer",
  authenticate: authenticateBearerKey,
  exampleMessages: { rate_limited: "More than 300 requests in this window." },
  describeError: (code) => ({ status: ERRORS[code][0], body: errorBody }),
  toErrorResponse: toRestErrorResponse,
};

const USUAL_START = `Bearer ${API_KEY_PREFIX}`;
const USUAL_LENGTH = "Bearer ".length + API_KEY_LENGTH;

const ERROR_CODES = [
  "invalid_request",
  "authentication_failed",
  "forbidden",
  "not_found",
  "rate_limited",
  "internal_error",
] as const;

const errorBody = z
  .object({
    error: z
      .object({
        code: z
          .enum(ERROR_CODES)
          .meta({ description: "What kind of error it is, for programs.", example: "not_found" }),
        message: z.string().meta({
          description: "What is wrong, as an English sentence for people; its words may change.",
          example: "There is no such member.",
        }),
      })
      .meta({ description: "What went wrong." }),
  })
  .meta({ id: "CoreError" });

async function authenticateBearerKey(
  authentication: AuthenticationRequest,
): Promise<Caller | Response> {
  const { request, context, headers } = authentication;
  const secret = readBearerToken(request.headers.get("authorization") ?? "");
  if (!secret) {
    throw new AppError("key_missing", "Send the API key as Authorization: Bearer <API key>.");
  }
  // Most calls are decided at once, and waiting for what is there costs a turn of the queue.
  const answer = context.authenticator.authenticateAndCount(secret, "core");
  const call = answer instanceof Promise ? await answer : answer;
  if (!call) throw new AppError("key_invalid", "The API key is not valid.");
  describeLimit(headers, call);
  if (!call.limit.allowed) {
    const message = `More than ${call.limit.limit} requests in this window.`;
    return errorResponse("rate_limited", message, headers);
  }
  return callerOfKey(authentication, call.key);
}

function readBearerToken(authorization: string): string | undefined {
  // As nearly every client sends it; the expression costs more than looking the key up.
  if (authorization.length === USUAL_LENGTH && authorization.startsWith(USUAL_START)) {
    return authorization.slice(USUAL_START.length - API_KEY_PREFIX.length);
  }
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

function describeLimit(headers: AnswerHeaders, { limit: state, now }: CountedCall): void {
  const { limit, remaining, endsAt, windowSeconds } = state;
  const secondsLeft = Math.max(1, Math.ceil((endsAt - now) / 1000));
  const name = windowSeconds === 60 ? "minute" : "day";
  const left = String(remaining);
  headers["X-RateLimit-Limit"] = String(limit);
  headers["X-RateLimit-Remaining"] = left;
  headers["X-RateLimit-Reset"] = String(Math.ceil(endsAt / 1000));
  headers["RateLimit-Policy"] = `"${name}";q=${limit};w=${windowSeconds}`;
  headers.RateLimit = `"${name}";r=${left};t=${secondsLeft}`;
  if (!state.allowed) headers["Retry-After"] = String(secondsLeft);
}

const ERRORS: Readonly<Record<AppErrorCode, [status: number, code: (typeof ERROR_CODES)[number]]>> =
  {
    malformed_request: [400, "invalid_request"],
    invalid_input: [400, "invalid_request"],
    idempotency_conflict: [400, "invalid_request"],
    contract_cancelled: [400, "invalid_request"],
    contract_waiting: [400, "invalid_request"],
    charge_not_retryable: [400, "invalid_request"],
    contract_changed: [400, "invalid_request"],
    change_refused: [400, "invalid_request"],
    already_done: [400, "invalid_request"],
    balance_empty: [400, "invalid_request"],
    balance_too_large: [400, "invalid_request"],
    platform_refused: [400, "invalid_request"],
    key_missing: [401, "authentication_failed"],
    key_invalid: [401, "authentication_failed"],
    signature_invalid: [401, "authentication_failed"],
    shop_unknown: [401, "authentication_failed"],
    signed_out: [401, "authentication_failed"],
    scope_missing: [403, "forbidden"],
    forbidden: [403, "forbidden"],
    offer_already_active: [403, "forbidden"],
    not_found: [404, "not_found"],
    offer_gone: [404, "not_found"],
    retired: [404, "not_found"],
    rate_limited: [429, "rate_limited"],
    platform_unavailable: [500, "internal_error"],
  };

/** What a client's HTTP library reads of a missing or wrong key (RFC 6750, section 3). */
const CHALLENGES: Partial<Record<AppErrorCode, string>> = {
  key_missing: 'Bearer realm="Core REST API"',
  key_invalid: 'Bearer realm="Core REST API", error="invalid_token"',
};

function toRestErrorResponse(error: unknown, request: ErrorContext): Response {
  if (isAppError(error)) {
    const challenge = CHALLENGES[error.code];
    if (challenge) request.headers["WWW-Authenticate"] = challenge;
    return errorResponse(error.code, error.message, request.headers);
  }
  const message =
    logUnexpected(error, request) === "outage"
      ? outageMessage(error)
      : "Something went wrong on our side.";
  const status = missingAccess(error) === null ? 500 : 503;
  return jsonResponse(status, { error: { code: "internal_error", message } }, request.headers);
}

function errorResponse(reason: AppErrorCode, message: string, headers: AnswerHeaders): Response {
  const [status, code] = ERRORS[reason];
  return jsonResponse(status, { error: { code, message } }, headers);
}
