/**
 * The closed table of error codes. Each API has one mapper from these codes to its own bodies and
 * statuses (`toErrorResponse` of its API); nothing else decides a status.
 */
export type AppErrorCode =
  /** The request cannot be read: malformed JSON, wrong content type, too large. */
  | "malformed_request"
  /** A parameter is missing or wrong; `fields` says which. */
  | "invalid_input"
  | "key_missing"
  | "key_invalid"
  | "signature_invalid"
  /** Rightly signed, but the app was never installed there. */
  | "shop_unknown"
  /** The route needs a logged-in shopper. */
  | "signed_out"
  | "scope_missing"
  /** The thing is somebody else's. */
  | "forbidden"
  | "not_found"
  | "rate_limited"
  /** The same idempotency key came with another input. */
  | "idempotency_conflict"
  /** What can be done once was done before, in another way. */
  | "already_done"
  | "offer_already_active"
  | "offer_gone"
  | "contract_cancelled"
  /** Imported from another app, which has not been said to have stopped. */
  | "contract_waiting"
  /** The message says why the charge cannot be repeated. */
  | "charge_not_retryable"
  /** It is not what the shopper has seen any more, or another change of it is under way. Nothing was done. */
  | "contract_changed"
  /** The contract cannot be changed so; the message says why, and what to do. */
  | "change_refused"
  /** Credit is to be taken from a balance of nothing. */
  | "balance_empty"
  | "balance_too_large"
  /** The address has reached its announced end. */
  | "retired"
  | "platform_refused"
  | "platform_unavailable";

/** Field name → what is wrong with it, in sentences. */
export type FieldErrors = Record<string, string[]>;

/** Why something was refused, by the name of a sentence that is written in the language of whoever reads it. */
export interface Refusal {
  reason: string;
  /** The field that it is about; null where it is about the whole. */
  field: string | null;
  /** What stands in the sentence. A day is `YYYY-MM-DD`. */
  values: Readonly<Record<string, string | number>>;
}

/** An expected error, which the caller can understand and act on. Anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly fields: FieldErrors | null;
  /** What the message says, for readers of another language; none where it is English alone. */
  readonly refusals: readonly Refusal[];
  /** When to come again, in seconds, for the header Retry-After; null where the error does not know. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: AppErrorCode,
    message: string,
    fields: FieldErrors | null = null,
    refusals: readonly Refusal[] = [],
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.fields = fields;
    this.refusals = refusals;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The caller may come again after so many seconds. */
export function comeAgain(message: string, afterSeconds: number): AppError {
  return new AppError("rate_limited", message, null, [], afterSeconds);
}

/** An error about one field, in sentences that say what is wrong with it. */
export function wrongField(field: string, message: string): AppError {
  return wrongFields({ [field]: [message] });
}

/** An error about several fields at once. */
export function wrongFields(fields: FieldErrors): AppError {
  return new AppError("invalid_input", Object.values(fields).flat().join(" "), fields);
}

/** True for an AppError, also one made by another copy of this module in the same process. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError";
}
