import { Temporal } from "temporal-polyfill";
import { wrongInput } from "#app/http/parse-fields.ts";
import { startOfDate } from "#app/lib/calendar-date.ts";

const INSTANT =
  /^(\d{4})-\d{2}-\d{2}T\d{2}:\d{2}(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/;

/**
 * An instant that a caller names: an ISO 8601 instant with its offset, or a day, which means its first instant in the
 * store's zone. Years 1 to 9999.
 *
 * @throws AppError invalid_input, which names the field.
 */
export function readInstant(name: string, text: string, zone: string): Date {
  const instant = startOfDate(text, zone) ?? parseInstant(text);
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

function parseInstant(text: string): Date | null {
  if (Number(INSTANT.exec(text)?.[1] ?? 0) < 1) return null;
  try {
    const instant = new Date(Temporal.Instant.from(text).epochMilliseconds);
    const year = instant.getUTCFullYear();
    return year < 1 || year > 9999 ? null : instant;
  } catch {
    return null;
  }
}
