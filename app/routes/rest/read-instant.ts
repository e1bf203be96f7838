import { expiryAfterDay } from "#app/domain/store-credit/grants/credit-expiry.ts";
import { wrongInput } from "#app/http/parse-fields.ts";
import { startOfDate } from "#app/lib/calendar-date.ts";
import { readInstant } from "#app/lib/instants.ts";

/**
 * An instant that a caller names as a beginning: an ISO 8601 instant with its offset, or a day, which means its first instant in
 * the store's zone. Years 1 to 9999.
 *
 * @throws AppError invalid_input, which names the field.
 */
export function readBeginning(name: string, text: string, zone: string): Date {
  return startOfDate(text, zone) ?? readNamedInstant(name, text);
}

/**
 * The same as an end: a day is included to its last instant.
 *
 * @throws AppError invalid_input, which names the field.
 */
export function readEnd(name: string, text: string, zone: string): Date {
  return expiryAfterDay(text, zone) ?? readNamedInstant(name, text);
}

function readNamedInstant(name: string, text: string): Date {
  const instant = readInstant(text);
  if (instant) return instant;
  const isTooEarly = /^0000-\d{2}-\d{2}(?:T|$)/.test(text);
  throw wrongInput({
    [name]: [
      isTooEarly
        ? "Must be in the years 1 to 9999."
        : "Must be a day (YYYY-MM-DD) or an ISO 8601 instant with its offset.",
    ],
  });
}
