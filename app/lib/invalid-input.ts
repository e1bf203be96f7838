import type { z } from "zod";
import { type AppError, type FieldErrors, wrongFields } from "./app-error.ts";

type Issue = z.core.$ZodIssue;

/**
 * Says in sentences what is wrong with a form, for people rather than for programs.
 *
 * @returns AppError invalid_input; `fields` by the last name in each issue's path, unless `nameOf` names them.
 */
export function invalidInput(error: z.ZodError, nameOf = lastName): AppError {
  const fields: FieldErrors = {};
  for (const issue of flatten(error.issues)) {
    const name = nameOf(issue.path);
    // The first complaint about a field is the telling one: later checks fail because of it.
    fields[name] ??= [sentenceOf(issue)];
  }
  return wrongFields(fields);
}

function lastName(path: readonly PropertyKey[]): string {
  return String(path.findLast((part) => typeof part === "string") ?? "form");
}

/** For a union discriminated by `type`, only the problems of the intended branch. */
function flatten(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union") return [issue];
    const meant = issue.errors.find((branch) => !branch.some(({ path }) => path[0] === "type"));
    return meant ? flatten(meant) : [issue];
  });
}

/** The schema's own sentence where it has one; otherwise ours in place of the library's. */
function sentenceOf(issue: Issue): string {
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    return issue.expected === "int" ? "Give a whole number." : "Give a number.";
  }
  if (issue.code === "too_big" && issue.message.startsWith("Too big")) {
    return `At most ${issue.maximum}.`;
  }
  if (issue.code === "too_small" && issue.message.startsWith("Too small")) {
    return `At least ${issue.minimum}.`;
  }
  return issue.message.startsWith("Invalid ")
    ? "This value is not one of those offered."
    : issue.message;
}
