import { cycleAt, cycleContaining, nextBillingAfter } from "./find-cycle.ts";
import { keptTimeOf } from "./kept-time.ts";
import { type BillingPolicy, type BillingSchedule, checkPolicy } from "./schedule.ts";

/**
 * The schedule once the policy has changed at `now`. The running cycle ends one new interval after it began, or at
 * the first such date that is still to come; a new anchor counts from its beginning too. A date that was given and
 * not counted (a trial's end, a pause's, the first one of an imported contract) stays, and later ones are counted
 * from it.
 *
 * @throws RangeError as `startSchedule` does.
 */
export function changeFrequency(
  schedule: BillingSchedule,
  { interval, anchors }: BillingPolicy,
  now: Date,
): BillingSchedule {
  checkPolicy({ interval, anchors });
  const { zone, start: first, origin } = schedule;
  const running = cycleContaining(schedule, now) ?? cycleAt(schedule, first.index);
  const { index } = running;
  const start = { index, at: running.startAt };
  const isGiven = index === origin.index;
  const countedFrom = isGiven ? origin : { index: index - 1, at: running.startAt };
  const dayOfMonth = keepsItsDay(schedule)
    ? schedule.keeps.dayOfMonth
    : keptTimeOf(countedFrom.at, zone).dayOfMonth;
  const keeps = { ...schedule.keeps, dayOfMonth };
  const changed = { interval, anchors, zone, start, origin: countedFrom, keeps };
  // Counting from further back keeps the date a counted one, so that changing it back changes it back.
  const late = nextBillingAfter(changed, now, index).index - index;
  return { ...changed, origin: { index: countedFrom.index - late, at: countedFrom.at } };
}

/** A schedule of days, weeks or anchors has no day of the month to keep. */
function keepsItsDay({ interval: { unit }, anchors }: BillingSchedule): boolean {
  return (unit === "month" || unit === "year") && anchors.length === 0;
}
