import { Temporal } from "temporal-polyfill";
import { isCalendarDate, startOfDate } from "#app/lib/calendar-date.ts";
import { heldInstant, readInstant } from "#app/lib/instants.ts";
import { toInstant } from "../../billing/dates/kept-time.ts";

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * The instant that a cell names: a day `YYYY-MM-DD`, which begins in the zone, with or without a time of day, and that
 * with or without an offset. Null for a text that names none.
 */
export function readMoment(text: string, zone: string): Date | null {
  const [, day = "", time, offset] = MOMENT.exec(text) ?? [];
  if (!isCalendarDate(day)) return null;
  if (time === undefined) return startOfDate(day, zone);
  if (offset !== undefined) return readInstant(`${day}T${time}${offset}`);
  try {
    return heldInstant(toInstant(Temporal.PlainDate.from(day), time, zone));
  } catch {
    return null;
  }
}
