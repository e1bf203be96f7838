import type { z } from "zod";
import { AppError, type AppErrorCode, isAppError } from "#app/lib/app-error.ts";
import { createLogger } from "#app/lib/log.ts";
import type { ApiDefinition } from "./api.ts";
import type { AnyRouteDeclaration } from "./declare-route.ts";
import { parseFields } from "./parse-fields.ts";

/** What causes each error, and an example message for APIs without one of their own. */
const ERRORS: Readonly<Record<AppErrorCode, [when: string, message: string]>> = {
  malformed_request: ["The request cannot be read.", "The body is not valid JSON."],
  invalid_input: ["A parameter or a field is missing or wrong.", ""],
  key_missing: ["No API key was sent.", "Send the API key."],
  key_invalid: ["The API key is wrong or was revoked.", "The API key is not valid."],
  signature_invalid: [
    "The store's app proxy has not signed the request.",
    "The request is not signed by the store's app proxy.",
  ],
  shop_unknown: ["The store is not known.", "This store is not known here."],
  signed_out: ["No shopper is logged in.", "Sign in to the store first."],
  scope_missing: [
    "The API key may not do this.",
    "The API key has no permission for this: it lacks a scope.",
  ],
  forbidden: [
    "The thing is somebody else's.",
    "You may see only your own data: sign in as this customer.",
  ],
  not_found: ["What the address names does not exist.", "There is no such record."],
  rate_limited: ["There are too many requests.", "More than 100 requests at a time."],
  idempotency_conflict: [
    "The Idempotency-Key was used for another request.",
    "This Idempotency-Key was used for another request within the last 24 hours.",
  ],
  already_done: [
    "It was done before, and can be done only once.",
    "This was done before and cannot be done again.",
  ],
  offer_already_active: [
    "The contract has an active offer.",
    "Only one offer is allowed per contract.",
  ],
  offer_gone: ["The offer is not there.", "There is no such offer, or it is no longer available."],
  contract_cancelled: [
    "The contract is cancelled.",
    "The subscription is cancelled, which cannot be undone.",
  ],
  contract_waiting: [
    "The contract was imported and has not begun.",
    "The subscription was imported and begins when the import is confirmed.",
  ],
  charge_not_retryable: [
    "The charge cannot be repeated.",
    "An attempt is pending; wait for its end.",
  ],
  contract_changed: [
    "The contract is not what the shopper has seen any more.",
    "Your subscription has changed meanwhile. Look at it again, then choose.",
  ],
  change_refused: [
    "The contract cannot be changed so; the message says what to do.",
    "The subscription is paused. Resume it first, then change how often it comes.",
  ],
  balance_empty: [
    "The balance is 0.",
    "The balance is 0, so that there is nothing to deduct from.",
  ],
  balance_too_large: [
    "The balance would be too large.",
    "The balance would be larger than can be kept.",
  ],
  retired: ["The address has reached its end.", "This address was retired."],
  platform_refused: ["The store's platform refuses.", "The platform refuses the change."],
  platform_unavailable: [
    "The store's platform does not answer.",
    "The store's platform does not answer just now. Try again.",
  ],
};

export const whenIs = (code: AppErrorCode): string => ERRORS[code][0];

/** An error as the API's own mapper answers it. @param code null for an unexpected one. */
export async function exampleAnswer(
  declaration: AnyRouteDeclaration,
  code: AppErrorCode | null,
): Promise<{ status: number; body: unknown }> {
  const error = code === null ? new Error("An example.") : exampleError(declaration, code);
  const response = declaration.api.toErrorResponse(error, {
    headers: {},
    log: createLogger("silent", {}),
    request: new Request("https://store.example/"),
  });
  return { status: response.status, body: await response.json() };
}

function exampleError(declaration: AnyRouteDeclaration, code: AppErrorCode): AppError {
  const message = declaration.api.exampleMessages?.[code] ?? ERRORS[code][1];
  if (code === "invalid_input") return inputError(declaration);
  return new AppError(code, message);
}

/** What the endpoint's own schemas say of wrong input. */
function inputError({ api, query, body }: AnyRouteDeclaration): AppError {
  const repeated = Object.fromEntries(namesOf(query).map((name) => [name, ["1", "2"]]));
  return (
    (body && (errorOf(body, fieldsOf(api), "body") ?? errorOf(body, [], "body"))) ??
    (query && errorOf(query, repeated, "query")) ??
    new AppError("invalid_input", "Idempotency-Key: Must be 1 to 255 characters.")
  );
}

/** A body whose key is there: a missing one is another error. */
function fieldsOf(api: ApiDefinition): object {
  return api.credentials === "body-key" ? { key: "pk_live_…" } : {};
}

function namesOf(schema: z.ZodType | undefined): string[] {
  return schema && "shape" in schema ? Object.keys(schema.shape as object) : [];
}

function errorOf(schema: z.ZodType, value: unknown, part: "query" | "body"): AppError | null {
  try {
    parseFields(schema, value, part);
    return null;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}
