import type { Interval } from "#app/lib/zoned-time.ts";
import { type ChargeDate, firstDueAfter } from "../billing/dates/charge-date.ts";
import type { CountedSubscription } from "../subscriptions/charges/kept-day.ts";

/**
 * The next date of an imported contract that is still to come: its own, or the first one after now that its schedule
 * has. Dates that have passed belong to the old app, and are never charged here.
 */
export function dateToCome(now: Date, charge: ChargeDate): Date {
  return charge.dueAt > now ? charge.dueAt : firstDueAfter(now, charge);
}

/** How the dates of a line are counted. A store that has moved since they were read keeps the days that they were there. */
export function countedOfLine(
  { nextBillingAt, startedAt }: { nextBillingAt: Date; startedAt: Date },
  interval: Interval,
  keptZone: string | null,
): CountedSubscription {
  return {
    ...{ nextBillingAt, originalStartAt: startedAt, platformCreatedAt: startedAt },
    ...{ intervalUnit: interval.unit, intervalCount: interval.count },
    ...{ keptDay: null, keptTime: null, keptZone },
  };
}
