import { billingDate } from "./billing-date.ts";
import { cycleAt, nextBillingAfter } from "./find-cycle.ts";
import type { KeptTime } from "./kept-time.ts";
import type { BillingSchedule } from "./schedule.ts";

/** The schedule from cycle `index` on, which is due at `at` instead; later dates are counted from there. */
export function scheduleFrom(
  schedule: BillingSchedule,
  index: number,
  at: Date,
  keeps: KeptTime = schedule.keeps,
): BillingSchedule {
  const start = { index, at: cycleAt(schedule, index).startAt };
  return { ...schedule, start, origin: { index, at }, keeps };
}

/**
 * The schedule from cycle `index` on, moved by whole intervals so that this cycle is due after `now`;
 * unchanged when it is anyway.
 */
export function withoutPastDates(
  schedule: BillingSchedule,
  index: number,
  now: Date,
): BillingSchedule {
  if (billingDate(schedule, index) > now) return schedule;
  const next = nextBillingAfter(schedule, now, index);
  return scheduleFrom(schedule, index, next.at);
}
