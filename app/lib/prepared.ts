import { createHash } from "node:crypto";
import type { QueryConfig } from "pg";

/** A connection keeps its prepared statements until it closes, and each holds memory of the server. */
export const MOST_PREPARED = 500;

const names = new Map<string, string>();

/**
 * Makes a statement that each connection parses and plans once. Its name follows from its text alone, because a connection refuses
 * a second text under the same name, and PostgreSQL reads no more than 63 bytes of a name. The first {@link MOST_PREPARED} texts of a
 * process are prepared. Callers choose filters and sorts and so could add texts without end: later ones run without a name.
 *
 * @param text with `$1`, `$2` … for `values`, and nothing in it that a caller wrote.
 */
export function prepared(text: string, values: readonly unknown[]): QueryConfig {
  const name = names.get(text) ?? addName(text);
  return { ...(name !== undefined && { name }), text, values: [...values] };
}

function addName(text: string): string | undefined {
  if (names.size >= MOST_PREPARED) return undefined;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}
