import { billingDate } from "./billing-date.ts";
import { nextBillingAfter } from "./find-cycle.ts";
import type { BillingSchedule, CycleDate } from "./schedule.ts";

/**
 * The charge that comes next when cycle `index` is skipped: later than the skipped one and later than `now`. A
 * skip leaves the schedule as it is.
 */
export function billingAfterSkip(schedule: BillingSchedule, index: number, now: Date): CycleDate {
  const skipped = billingDate(schedule, index);
  return nextBillingAfter(schedule, skipped > now ? skipped : now, index + 1);
}
