import { createHash } from "node:crypto";
import type { QueryConfig } from "pg";

/** A connection keeps its prepared statements until it closes, and each holds memory of the server. */
export const MOST_PREPARED = 500;

/** The names of the first {@link MOST_PREPARED} texts of a kind. */
class StatementNames {
  readonly #names = new Map<string, string>();

  /**
   * It follows from the text alone, because a connection refuses a second text under the same name, and PostgreSQL reads no more than
   * 63 bytes of a name.
   */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST_PREPARED) return known;
    const name = createHash("sha256").update(text).digest("base64url");
    this.#names.set(text, name);
    return name;
  }
}

const ours = new StatementNames();

/**
 * Makes a statement that each connection parses and plans once. Callers choose filters and sorts and so could add texts without end:
 * after the first {@link MOST_PREPARED} texts of a process, others run without a name.
 *
 * @param text with `$1`, `$2` … for `values`, and nothing in it that a caller wrote.
 */
export function prepared(text: string, values: readonly unknown[]): QueryConfig {
  const name = ours.of(text);
  return { ...(name !== undefined && { name }), text, values: [...values] };
}

/** As many placeholders as there are values: `IN ($1,$2)` and `VALUES ($1,$2), ($3,$4)`. */
const AS_LONG_AS_ITS_VALUES = /IN \(\$\d+,|\), ?\(\$/;

/**
 * Names the statements that Prisma sends to one database, so that each connection parses and plans them once. A name is empty, which
 * is none, for a text that is as long as its values and may not come again, and after the first {@link MOST_PREPARED}.
 */
export function namesForPrisma(): (statement: { sql: string }) => string {
  const names = new StatementNames();
  return ({ sql }) => (AS_LONG_AS_ITS_VALUES.test(sql) ? "" : (names.of(sql) ?? ""));
}
