import { z } from "zod";
import { wrongInput } from "#app/http/parse-fields.ts";
import { startOfDate } from "#app/lib/calendar-date.ts";

/**
 * An instant that a caller names: an ISO 8601 instant with its offset, or a day, which means its first instant in the
 * store's zone. Years 1 to 9998.
 *
 * @throws AppError invalid_input, which names the field.
 */
export function readInstant(name: string, text: string, zone: string): Date {
  const instant =
    startOfDate(text, zone) ??
    (z.iso.datetime({ offset: true }).safeParse(text).success ? new Date(text) : null);
  const year = instant?.getUTCFullYear() ?? Number.NaN;
  if (!instant || !(year > 0 && year < 9999)) {
    throw wrongInput({
      [name]: ["Must be a day (YYYY-MM-DD) or an ISO 8601 instant with its offset."],
    });
  }
  return instant;
}
