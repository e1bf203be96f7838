import { z } from "zod";
import { isCalendarDate } from "#app/lib/calendar-date.ts";

/** Query parameters of the Data API (contract, sections 4.2 and 7.2). */

/** The number of a page, from 1. */
export const pageField = wholeNumber("Must be a positive whole number.", 1).default(1);

/** Rows after this internal id. */
export const sinceIdField = wholeNumber("Must be a whole number, 0 or more.", 0).default(0);

/** Rows of this day, in the store's zone, and later. */
export const sinceDateField = z
  .string("Must be a day as YYYY-MM-DD.")
  .refine(isCalendarDate, "Must be a day as YYYY-MM-DD.")
  .optional();

const NO_CUSTOMER = "Must be a customer's gid or number.";

/** A customer's gid or bare number. One that nobody has matches no customer. */
export const customerGidField = z
  .string(NO_CUSTOMER)
  .regex(/^(?:gid:\/\/platform\/Customer\/)?\d{1,15}$/, NO_CUSTOMER)
  .transform((text) => Number(text.slice(text.lastIndexOf("/") + 1)))
  .optional()
  .meta({ description: "gid://platform/Customer/<number>, or the number." });

function wholeNumber(message: string, min: number) {
  return z
    .string(message)
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(Number.MAX_SAFE_INTEGER, message))
    .meta({ description: message });
}
