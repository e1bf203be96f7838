import type { UserError } from "#devstore/admin-api/admin-context.ts";

/** What the platform says of a group of selling plans: a code of SellingPlanGroupUserErrorCode. */
export function groupError(field: string[] | null, code: string, message: string): UserError {
  return { field, code, message };
}

/** Longest text of a name, an option and the like. */
export const maximumText = 255;

export function tooLong(field: string[], what: string): UserError {
  return groupError(
    field,
    "TOO_LONG",
    `${what} is too long (maximum is ${maximumText} characters)`,
  );
}

export function blank(field: string[], what: string): UserError {
  return groupError(field, "BLANK", `${what} can't be blank`);
}

/** A whole number of the schema's Int that must also be above zero. */
export function positiveError(
  field: string[],
  what: string,
  value: number | null | undefined,
): UserError[] {
  if (value == null || value >= 1) return [];
  return [groupError(field, "INVALID", `${what} must be within the range of 1 to 2,147,483,647`)];
}
