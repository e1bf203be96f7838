import { createHash } from "node:crypto";

/** A short mark of what JSON can hold: equal values have the same, others another. */
export function hashJson(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
