import { z } from "zod";
import { textField } from "#app/http/text-field.ts";
import { readCustomerNumber } from "#app/lib/customer-number.ts";
import { addressSpellings, withPlus } from "#app/lib/email-address.ts";
import { nearestInstant } from "#app/lib/instants.ts";
import { readBeginning, readEnd } from "./read-instant.ts";

/** An id to filter by. One that can be nobody's filters like one that is nobody's: nothing matches. */
function idFilter(description: string, example: string) {
  return z.string().min(1, "Must not be empty.").optional().meta({ description, example });
}

export const planFilter = idFilter("Only those of this plan.", "plan_3");
export const subscriptionFilter = idFilter("Only those of this subscription.", "sub_31");
export const customerFilter = idFilter(
  "Only those of this customer: the number on the platform, or the gid.",
  "1001",
);

/** A whole e-mail address to filter by. */
export function emailFilter(which: string) {
  return textField(320)
    .overwrite(withPlus)
    .refine((text) => text !== "", "Must not be empty.")
    .optional()
    .meta({
      description: `${which} with this whole e-mail address; case does not matter.`,
      example: "ada@example.com",
    });
}

/** All spellings of the address in a filter; undefined without a filter. */
export function readEmailFilter(text: string | undefined): string[] | undefined {
  return text === undefined ? undefined : addressSpellings(text);
}

/** Matches nothing: ids begin at 1. */
const NOTHING = -1n;

/** The internal id in a filter such as `plan_12`; undefined without a filter. */
export function readIdFilter(text: string | undefined, prefix: string): bigint | undefined {
  if (text === undefined) return undefined;
  const [named, digits = "", ...rest] = text.split("_", 3);
  const isId = named === prefix && rest.length === 0 && /^[1-9]\d{0,17}$/.test(digits);
  return isId ? BigInt(digits) : NOTHING;
}

/** The platform's number in a filter by customer, bare or as `gid://platform/Customer/<n>`. */
export function readCustomerFilter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return readCustomerNumber(text) ?? Number(NOTHING);
}

/** A day or an instant to filter by. @param which what the filter leaves in the list. */
export function timeFilter(which: string) {
  return z
    .string()
    .optional()
    .meta({
      description: `${which} YYYY-MM-DD in the store's zone, or an ISO 8601 instant with its offset, whose + need not be encoded.`,
      example: "2026-11-01",
    });
}

/**
 * The instant at which what a filter asks for begins; undefined without a filter. See readBeginning.
 *
 * @throws AppError invalid_input, which names the parameter.
 */
export function readTimeFilter(
  name: string,
  text: string | undefined,
  zone: string,
): Date | undefined {
  return text === undefined ? undefined : readBeginning(name, withOffset(text), zone);
}

/** A query's raw plus arrives as a blank, which no instant has. */
function withOffset(text: string): string {
  return text.replace(/ (?=\d{2}(?::?\d{2})?$)/, "+");
}

/** The same for the end of a span: a day without time is included to its end. The answer is the first instant after the span. */
export function readEndFilter(
  name: string,
  text: string | undefined,
  zone: string,
): Date | undefined {
  if (text === undefined) return undefined;
  // The end is included itself; the store keeps milliseconds.
  return nearestInstant(new Date(readEnd(name, withOffset(text), zone).getTime() + 1));
}
