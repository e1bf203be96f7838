import type { AnswerHeaders } from "./respond.ts";

/** What a handler that honors the Idempotency-Key header needs of its call. */
export interface IdempotentCall {
  readonly idempotencyKey: string | null;
  /** Of the answer. */
  readonly headers: AnswerHeaders;
}

/** Says that the answer is that of an earlier request with the same key. */
export function markReplayed(headers: AnswerHeaders): void {
  headers["Idempotent-Replayed"] = "true";
}
