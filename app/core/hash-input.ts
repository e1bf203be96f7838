import { createHash } from "node:crypto";

/** A short mark of a request's input, by which a repeated idempotency key is told from a reused one. */
export function hashInput(input: readonly (string | number | null)[]): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("base64url");
}
