import { addInterval, type Interval } from "#app/lib/zoned-time.ts";
import { keptTimeOf } from "./kept-time.ts";
import { type BillingPolicy, type BillingSchedule, startSchedule } from "./schedule.ts";

/**
 * The schedule of a contract that begins with a free or paid trial: cycle 1 is the trial, whose end is the first
 * full charge, whatever the anchors; later charges are counted from it. After a trial of months the day of the
 * month is that of the start: a month from 31 January ends on 28 February, and 31 March follows.
 *
 * @throws RangeError as `startSchedule` does, and for a trial below one day.
 */
export function startTrial(
  policy: BillingPolicy,
  { startAt, trial, zone }: { startAt: Date; trial: Interval; zone: string },
): BillingSchedule {
  if (!Number.isSafeInteger(trial.count) || trial.count < 1) {
    throw new RangeError(`A trial of ${trial.count} is not possible.`);
  }
  const firstBillingAt = addInterval(startAt, trial, zone);
  const schedule = startSchedule(policy, { startAt, firstBillingAt, zone });
  const fromStart = keptTimeOf(startAt, zone);
  const countsMonths = trial.unit === "month" || trial.unit === "year";
  const { dayOfMonth } = countsMonths ? fromStart : keptTimeOf(firstBillingAt, zone);
  return {
    ...schedule,
    origin: { index: 1, at: firstBillingAt },
    keeps: { dayOfMonth, time: fromStart.time },
  };
}
