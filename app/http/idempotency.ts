import { createHash } from "node:crypto";
import type { AnswerHeaders } from "./respond.ts";

/** What a handler that honours the Idempotency-Key header needs of its call. */
export interface IdempotentCall {
  readonly idempotencyKey: string | null;
  /** Of the answer. */
  readonly headers: AnswerHeaders;
}

/** A short mark of a request's input, by which a repeated idempotency key is told from a reused one. */
export function hashInput(input: readonly (string | number | null)[]): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("base64url");
}

/** Says that the answer is that of an earlier request with the same key. */
export function markReplayed(headers: AnswerHeaders): void {
  headers["Idempotent-Replayed"] = "true";
}
