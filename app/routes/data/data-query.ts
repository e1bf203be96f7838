import { z } from "zod";
import { isCalendarDate } from "#app/lib/calendar-date.ts";
import { readCustomerNumber } from "#app/lib/customer-number.ts";

/** Query parameters of the Data API (contract, sections 4.2 and 7.2). */

/** The number of a page, from 1. */
export const pageField = wholeNumber("Must be a positive whole number.", 1).default(1).meta({
  description:
    "The number of the page, from 1, which it is when it is left out. A page that is not full is the last.",
  example: "1",
});

/** Rows after this internal id. */
export const sinceIdField = wholeNumber("Must be a whole number, 0 or more.", 0).default(0).meta({
  description:
    "Rows after this internal id: left out or 0 at first, then the last_id of the page before.",
  example: "0",
});

/** Rows of this day, in the store's zone, and later. */
export const sinceDateField = z
  .string("Must be a day as YYYY-MM-DD.")
  .refine(isCalendarDate, "Must be a day as YYYY-MM-DD.")
  .optional()
  .meta({
    description: "Only rows whose own date is this day or later, in the store's zone.",
    example: "2026-11-01",
  });

const NO_CUSTOMER = "Must be a customer's gid or number.";

/** A customer's gid or bare number. One that nobody has matches no customer. */
export const customerGidField = z
  .string(NO_CUSTOMER)
  .refine((text) => readCustomerNumber(text) !== null, NO_CUSTOMER)
  .transform((text) => readCustomerNumber(text) ?? 0)
  .optional()
  .meta({
    description:
      "Only this customer's rows: a gid or the bare number. One that does not exist gives an empty list.",
    example: "gid://platform/Customer/1001",
  });

function wholeNumber(message: string, min: number) {
  return z
    .string(message)
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(Number.MAX_SAFE_INTEGER, message));
}
