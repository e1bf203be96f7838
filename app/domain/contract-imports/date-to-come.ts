import type { Interval } from "#app/lib/zoned-time.ts";
import { type ChargeDate, firstDueAfter } from "../billing/dates/charge-date.ts";
import { chargeOf } from "../subscriptions/charges/kept-day.ts";

/**
 * The next date of an imported contract that is still to come: its own, or the first one after now that its schedule
 * has. Dates that have passed belong to the old app, and are never charged here.
 */
export function dateToCome(now: Date, charge: ChargeDate): Date {
  return charge.dueAt > now ? charge.dueAt : firstDueAfter(now, charge);
}

/** When the old app charges a contract, as its line says it. */
interface LineDates {
  nextBillingAt: Date;
  startedAt: Date;
  interval: Interval;
  /** The zone in which the dates were read; null is the store's, which has been the same since. */
  keptZone: string | null;
}

/** The charge of a line's contract on a date. A store that has moved since the file was read keeps the days that were meant. */
export function chargeOfLine(
  { nextBillingAt, startedAt, interval, keptZone }: LineDates,
  dueAt: Date,
  zone: string,
): ChargeDate {
  const counted = {
    ...{ nextBillingAt, originalStartAt: startedAt, platformCreatedAt: startedAt },
    ...{ intervalUnit: interval.unit, intervalCount: interval.count },
    ...{ keptDay: null, keptTime: null, keptZone },
    ...{ billingAnchors: [], movedFrom: null },
  };
  return chargeOf(counted, dueAt, zone);
}
