import { addIntervals, type Interval } from "#app/lib/zoned-time.ts";
import type { BillingCalendar, PlatformBillingCycle } from "#app/platform/platform-billing.ts";
import { nextBillingAfter } from "../dates/find-cycle.ts";
import { type KeptTime, keptTimeOf } from "../dates/kept-time.ts";
import type { BillingSchedule } from "../dates/schedule.ts";
import type { ChosenCycle } from "./choose-cycle.ts";

/** What the date after a charge depends on. */
export interface ChargeDate {
  dueAt: Date;
  interval: Interval;
  keeps: KeptTime;
  zone: string;
}

/**
 * The date after a charge. While ours is the platform's, the platform's next one; otherwise one interval later, counted
 * as `dates/` counts. So it is too where a short month has moved the date and the platform counts from there: it does when
 * a contract's first date is in that month, as an imported one's may be.
 */
export function nextDue(
  { cycles, anchors }: BillingCalendar,
  chosen: Pick<ChosenCycle, "index" | "expectedAt">,
  charge: ChargeDate,
): Date {
  const { dueAt } = charge;
  if (chosen.expectedAt.getTime() === dueAt.getTime()) {
    const next = cycles.find(
      ({ index, expectedAt, isSkipped }) =>
        index > chosen.index && expectedAt > dueAt && !isSkipped,
    );
    const isCounted = anchors.length === 0 && next;
    if (isCounted && isCountedFromShortMonth(next, chosen.index, charge)) {
      return firstDueAfter(new Date(next.expectedAt.getTime() - 1), { ...charge, anchors });
    }
    if (next) return next.expectedAt;
  }
  return firstDueAfter(dueAt, { ...charge, anchors });
}

function isCountedFromShortMonth(
  next: Pick<PlatformBillingCycle, "index" | "expectedAt">,
  index: number,
  { dueAt, interval, keeps, zone }: ChargeDate,
): boolean {
  const isByMonth = interval.unit === "month" || interval.unit === "year";
  if (!isByMonth || keptTimeOf(dueAt, zone).dayOfMonth >= keeps.dayOfMonth) return false;
  const counted = addIntervals(dueAt, interval, next.index - index, zone);
  return counted.getTime() === next.expectedAt.getTime();
}

/** The first date of the schedule that begins with a charge, after an instant. */
export function firstDueAfter(
  instant: Date,
  { dueAt, interval, keeps, zone, anchors }: ChargeDate & Pick<BillingCalendar, "anchors">,
): Date {
  const start = { index: 0, at: dueAt };
  const schedule: BillingSchedule = { interval, anchors, zone, start, origin: start, keeps };
  return nextBillingAfter(schedule, instant).at;
}

/**
 * What dates return to when a charge's date was not counted from the one before: the day and time on which the contract
 * began, where its date is one that is counted from there, else its own.
 */
export function keptAtFirstSight({
  dueAt,
  startedAt,
  interval,
  zone,
}: Omit<ChargeDate, "keeps"> & { startedAt: Date }): KeptTime {
  const ofStart = keptTimeOf(startedAt, zone);
  if (startedAt >= dueAt) return keptTimeOf(dueAt, zone);
  const justBefore = new Date(dueAt.getTime() - 1);
  const fromStart = { dueAt: startedAt, interval, keeps: ofStart, zone, anchors: [] };
  const isCounted = firstDueAfter(justBefore, fromStart).getTime() === dueAt.getTime();
  return isCounted ? ofStart : keptTimeOf(dueAt, zone);
}
