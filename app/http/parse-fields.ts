import type { z } from "zod";
import { AppError, type FieldErrors } from "#app/lib/app-error.ts";

/**
 * Checks one part of a request against its schema.
 *
 * @param part `path`: a value that does not fit names a thing that does not exist (not_found);
 *   `input`: it is the caller's mistake (invalid_input, with every wrong field named).
 */
export function parseFields<T>(
  schema: z.ZodType<T> | undefined,
  value: unknown,
  part: "path" | "input",
): T {
  if (!schema) return undefined as T;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (part === "path") throw new AppError("not_found", "No such endpoint. See /docs.");
  throw wrongInput(toFieldErrors(parsed.error));
}

/** An error about the input of a request, worded alike in every API: the first field's name, and why. */
export function wrongInput(fields: FieldErrors): AppError {
  const [name, messages] = Object.entries(fields)[0] ?? ["body", ["The request is not valid."]];
  const message = `${name}: ${messages?.[0] ?? "is not valid."}`;
  return new AppError("invalid_input", message, fields);
}

/** Nobody reads more than this, and a body may have a hundred thousand unknown fields. */
const MAX_FIELDS_NAMED = 50;

/** Zod's issues by field name; `body` when the issue belongs to no field. */
function toFieldErrors(error: z.ZodError): FieldErrors {
  const fields = new Map<string, string[]>();
  for (const issue of error.issues) {
    if (issue.code === "invalid_type" && issue.path.length === 0) {
      fields.set("body", ["Must be an object with the fields of this request."]);
      continue;
    }
    const names =
      issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".") || "body"];
    const message =
      issue.code === "unrecognized_keys" ? "This field is not known here." : issue.message;
    for (const name of names) {
      const known = fields.get(name);
      if (known) known.push(message);
      else if (fields.size < MAX_FIELDS_NAMED) fields.set(name, [message]);
    }
  }
  return Object.fromEntries(fields);
}
