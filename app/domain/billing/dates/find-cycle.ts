import { billingDate } from "./billing-date.ts";
import type { BillingSchedule, CycleDate } from "./schedule.ts";

/** A billing cycle: it holds the instants from `startAt` up to, but without, `endAt`, when it is due. */
export interface BillingCycle {
  index: number;
  startAt: Date;
  endAt: Date;
}

/** The cycle of an index. Throws RangeError as {@link billingDate} does. */
export function cycleAt(schedule: BillingSchedule, index: number): BillingCycle {
  const endAt = billingDate(schedule, index);
  const isFirst = index === schedule.start.index;
  return { index, startAt: isFirst ? schedule.start.at : billingDate(schedule, index - 1), endAt };
}

/** The cycle that holds an instant; undefined before the schedule's first one. It always has a length. */
export function cycleContaining(
  schedule: BillingSchedule,
  instant: Date,
): BillingCycle | undefined {
  if (instant < schedule.start.at) return undefined;
  return cycleAt(schedule, nextBillingAfter(schedule, instant).index);
}

/**
 * The first cycle, `fromIndex` or later, that is due strictly after an instant. Asks for about twice as many
 * dates as the index that it finds has binary digits: thousands of years take no longer than a moment.
 *
 * @throws RangeError when no `Date` is late enough.
 */
export function nextBillingAfter(
  schedule: BillingSchedule,
  instant: Date,
  fromIndex = schedule.start.index,
): CycleDate {
  const isDueAfter = (index: number) => timeOf(schedule, index) > instant.getTime();
  let step = 1;
  while (!isDueAfter(fromIndex + step - 1)) step *= 2;
  let low = fromIndex + Math.floor(step / 2);
  let high = fromIndex + step - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isDueAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return { index: low, at: billingDate(schedule, low) };
}

/** Milliseconds since the epoch; Infinity for a date that no `Date` reaches. */
function timeOf(schedule: BillingSchedule, index: number): number {
  try {
    return billingDate(schedule, index).getTime();
  } catch (error) {
    if (error instanceof RangeError && index >= schedule.start.index)
      return Number.POSITIVE_INFINITY;
    throw error;
  }
}
