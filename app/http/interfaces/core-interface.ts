import { z } from "zod";
import { AppError, type AppErrorCode, isAppError } from "#app/core/app-error.ts";
import type { LimitState } from "#app/domain/rate-limits/window.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { AdmissionRequest, ApiInterface, Caller, RefusalRequest } from "../api-interface.ts";
import { callWithKey } from "../call-with-key.ts";
import { type AnswerHeaders, jsonResponse } from "../respond.ts";
import { logUnexpected } from "../unexpected-error.ts";

/** The core REST API (contract, sections 2.1, 4.1, 5, 7.1 and 8). */
export const coreInterface: ApiInterface = {
  title: "Core REST API",
  credentials: "bearer",
  admit: admitBearerKey,
  describeRefusal: (code) => ({ status: REFUSALS[code][0], body: refusalBody }),
  refuse: refuseCore,
};

const refusalBody = z
  .object({ error: z.object({ code: z.string(), message: z.string() }) })
  .meta({ id: "CoreError" });

async function admitBearerKey(admission: AdmissionRequest): Promise<Caller> {
  const { request, context, headers } = admission;
  const secret = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!secret) {
    throw new AppError("key_missing", "Send the API key as Authorization: Bearer <API key>.");
  }
  const admitted = await context.admission.admitCall(secret, "core");
  if (!admitted) throw new AppError("key_invalid", "The API key is not valid.");
  const { key, limit } = admitted;
  describeLimit(headers, limit);
  if (!limit.allowed) {
    throw new AppError("rate_limited", `More than ${limit.limit} requests in this window.`);
  }
  return callWithKey(admission, key);
}

function describeLimit(headers: AnswerHeaders, limit: LimitState): void {
  const resetMs = limit.resetsAt.getTime();
  const secondsLeft = Math.max(1, Math.ceil((resetMs - Date.now()) / 1000));
  const name = limit.windowSeconds === 60 ? "minute" : "day";
  headers["X-RateLimit-Limit"] = String(limit.limit);
  headers["X-RateLimit-Remaining"] = String(limit.remaining);
  headers["X-RateLimit-Reset"] = String(Math.ceil(resetMs / 1000));
  headers["RateLimit-Policy"] = `"${name}";q=${limit.limit};w=${limit.windowSeconds}`;
  headers.RateLimit = `"${name}";r=${limit.remaining};t=${secondsLeft}`;
  if (!limit.allowed) headers["Retry-After"] = String(secondsLeft);
}

const REFUSALS: Readonly<Record<AppErrorCode, [status: number, code: string]>> = {
  malformed_request: [400, "invalid_request"],
  invalid_input: [400, "invalid_request"],
  idempotency_conflict: [400, "invalid_request"],
  contract_cancelled: [400, "invalid_request"],
  balance_empty: [400, "invalid_request"],
  balance_too_large: [400, "invalid_request"],
  platform_refused: [400, "invalid_request"],
  key_missing: [401, "authentication_failed"],
  key_invalid: [401, "authentication_failed"],
  signature_invalid: [401, "authentication_failed"],
  shop_unknown: [401, "authentication_failed"],
  signed_out: [401, "authentication_failed"],
  scope_missing: [403, "forbidden"],
  offer_already_active: [403, "forbidden"],
  not_found: [404, "not_found"],
  offer_gone: [404, "not_found"],
  retired: [404, "not_found"],
  rate_limited: [429, "rate_limited"],
  platform_unavailable: [500, "internal_error"],
};

function refuseCore(error: unknown, request: RefusalRequest): Response {
  if (isAppError(error)) {
    const [status, code] = REFUSALS[error.code];
    return jsonResponse(status, { error: { code, message: error.message } }, request.headers);
  }
  logUnexpected(error, request);
  const message = isPlatformFailure(error)
    ? "The store's platform does not answer just now. Try again."
    : "Something went wrong on our side.";
  return jsonResponse(500, { error: { code: "internal_error", message } }, request.headers);
}
