import type { z } from "zod";
import { AppError, type FieldErrors, type Refusal } from "#app/lib/app-error.ts";
import { shortened } from "#app/lib/storable-text.ts";

/**
 * Checks one part of a request against its schema.
 *
 * @param part `path`: a value that does not fit names a thing that does not exist (not_found, in the schema's words);
 *   `query` and `body`: it is the caller's mistake (invalid_input, with every wrong field named).
 */
export function parseFields<T>(
  schema: z.ZodType<T> | undefined,
  value: unknown,
  part: "path" | "query" | "body",
): T {
  if (!schema) return undefined as T;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (part === "path") throw new AppError("not_found", issues[0]?.message ?? "Not found.");
  const fields = {
    ...toFieldErrors(issues),
    ...(part === "query" && repeatedIn(value, issues)),
  };
  throw wrongInput(fields, issues.flatMap(tooLong));
}

/** Parameters that are wrong because they came more than once: no schema takes the list that they have become. */
function repeatedIn(query: unknown, issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const values = query as Record<string, unknown>;
  const repeated = issues.map(({ path: [name] }) => String(name));
  return Object.fromEntries(
    repeated
      .filter((name) => Array.isArray(values[name]))
      .map((name) => [name, ["May be given only once."]]),
  );
}

/** An error about the input of a request, worded alike in every API: the first field's name, and why. */
export function wrongInput(fields: FieldErrors, refusals: readonly Refusal[] = []): AppError {
  const [name, messages] = Object.entries(fields)[0] ?? ["body", ["The request is not valid."]];
  const message = `${name}: ${messages?.[0] ?? "is not valid."}`;
  return new AppError("invalid_input", message, fields, refusals);
}

/** What somebody typed may be too long, which they are told in their language; all else that no schema takes is a program's mistake. */
function tooLong(issue: z.core.$ZodIssue): Refusal[] {
  if (issue.code !== "too_big" || issue.origin !== "string") return [];
  const values = { most: Number(issue.maximum) };
  return [{ reason: "too_long", field: issue.path.join("."), values }];
}

/** Nobody reads more than this, and a body may have a hundred thousand unknown fields. */
const MAX_FIELDS_NAMED = 50;
/** A caller knows a field by its beginning. */
const MAX_NAME_LENGTH = 100;

/** Zod's issues by field name; `body` when the issue belongs to no field. */
function toFieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const fields = new Map<string, string[]>();
  for (const issue of issues) {
    if (issue.code === "invalid_type" && issue.path.length === 0) {
      fields.set("body", ["Must be an object with the fields of this request."]);
      continue;
    }
    const names =
      issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".") || "body"];
    const message =
      issue.code === "unrecognized_keys" ? "This field is not known here." : issue.message;
    for (const fullName of names) {
      const name = shorten(fullName);
      const known = fields.get(name);
      if (known) known.push(message);
      else if (fields.size < MAX_FIELDS_NAMED) fields.set(name, [message]);
    }
  }
  return Object.fromEntries(fields);
}

function shorten(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${shortened(name, MAX_NAME_LENGTH)}…` : name;
}
