import type { Interval } from "#app/lib/zoned-time.ts";
import { chargeOn, firstDueAfter } from "../billing/dates/charge-date.ts";
import { keptTimeOf } from "../billing/dates/kept-time.ts";

/**
 * The next date of an imported contract that is still to come: its own, or the first one after now that its schedule
 * has. Dates that have passed belong to the old app, and are never charged here.
 */
export function dateToCome(
  now: Date,
  {
    dueAt,
    startedAt,
    interval,
    zone,
  }: { dueAt: Date; startedAt: Date; interval: Interval; zone: string },
): Date {
  if (dueAt > now) return dueAt;
  const keeps = keptTimeOf(startedAt, zone);
  return firstDueAfter(now, chargeOn(dueAt, { interval, keeps }, zone));
}
