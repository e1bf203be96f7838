import { Temporal } from "temporal-polyfill";
import type {
  BillingPolicy,
  CycleEdit,
  DevContract,
  IntervalUnit,
  ScheduleSegment,
} from "../state/contract.ts";
import { fixedDayAfter } from "./fixed-days.ts";

/** No interval is shorter than a day, so no more cycles than these are ahead within a year. */
const mostCyclesAhead = 370;

export interface CycleDates {
  index: number;
  startAt: Date;
  endAt: Date;
  /** When the cycle's order is due: its end, unless the cycle was given another date. */
  expectedAt: Date;
  edit: CycleEdit | null;
}

type Scheduled = Pick<DevContract, "schedule" | "cycleEdits" | "createdAt">;

/** An instant moved by intervals at the shop's local time, so that a change of clocks moves nothing. */
export function addIntervals(
  from: Date,
  interval: IntervalUnit,
  count: number,
  timezone: string,
): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timezone);
  const durations = {
    DAY: { days: count },
    WEEK: { weeks: count },
    MONTH: { months: count },
    YEAR: { years: count },
  };
  return new Date(start.add(durations[interval]).epochMilliseconds);
}

/**
 * The schedule of a new contract, whose first cycle ends when it is first to be billed: counted from
 * the start where that is an interval away, else from that date.
 */
export function initialSchedule(
  policy: BillingPolicy,
  startAt: Date,
  firstEnd: Date,
  timezone: string,
): ScheduleSegment[] {
  const { interval, intervalCount, anchors } = policy;
  const regular = addIntervals(startAt, interval, intervalCount, timezone);
  const anchor =
    anchors.length === 0 && regular.getTime() === firstEnd.getTime()
      ? { anchorAt: startAt.toISOString(), anchorIndex: 0 }
      : { anchorAt: firstEnd.toISOString(), anchorIndex: 1 };
  return [{ fromIndex: 1, ...anchor, interval, intervalCount, anchors }];
}

function endOfCycle(contract: Scheduled, index: number, timezone: string): Date {
  const segment = contract.schedule.findLast((one) => one.fromIndex <= index);
  if (segment === undefined) return new Date(contract.createdAt);
  return countedFrom(segment, new Date(segment.anchorAt), index - segment.anchorIndex, timezone);
}

/** The end of a cycle that is so many later: on a fixed day, where the contract has those. */
function countedFrom(
  {
    interval,
    intervalCount,
    anchors = [],
  }: Omit<ScheduleSegment, "fromIndex" | "anchorAt" | "anchorIndex">,
  at: Date,
  cycles: number,
  timezone: string,
): Date {
  return anchors.length > 0 && cycles > 0
    ? fixedDayAfter(at, { interval, intervalCount, anchors }, cycles, timezone)
    : addIntervals(at, interval, cycles * intervalCount, timezone);
}

/** The cycle of an index, which counts from 1; the first one starts with the contract. */
export function cycleAt(contract: Scheduled, index: number, timezone: string): CycleDates {
  const startAt =
    index === 1 ? new Date(contract.createdAt) : endOfCycle(contract, index - 1, timezone);
  const endAt = endOfCycle(contract, index, timezone);
  const edit = contract.cycleEdits.find((one) => one.index === index) ?? null;
  const expectedAt = edit?.billingDate == null ? endAt : new Date(edit.billingDate);
  return { index, startAt, endAt, expectedAt, edit };
}

/** The cycle within which an instant falls; undefined before the contract. Two fixed days that a short month joins leave one without length. */
export function cycleContaining(
  contract: Scheduled,
  instant: Date,
  timezone: string,
): CycleDates | undefined {
  if (instant < new Date(contract.createdAt)) return undefined;
  for (let index = 1; ; index += 1) {
    const cycle = cycleAt(contract, index, timezone);
    if (instant < cycle.endAt) return cycle;
  }
}

/**
 * The last cycle that may be asked for, edited or charged: of those to come a live store has the ones that begin within about
 * a year.
 */
export function lastCycleAhead(contract: Scheduled, now: Date, timezone: string): number {
  const until = addIntervals(now, "YEAR", 1, timezone);
  const running = cycleContaining(contract, now, timezone)?.index ?? 1;
  let last = running;
  while (last - running < mostCyclesAhead) {
    const { startAt } = cycleAt(contract, last + 1, timezone);
    if (startAt > until) return last;
    last += 1;
  }
  return last;
}

/**
 * The schedule once the billing policy has changed at `now`: cycles which have ended stay as they
 * were, and the running one ends at `nextEnd`, or else one new interval after its start (the first
 * such date which is still to come).
 */
export function rescheduled(
  contract: Scheduled,
  policy: BillingPolicy,
  now: Date,
  nextEnd: Date | null,
  timezone: string,
): ScheduleSegment[] {
  const running = cycleContaining(contract, now, timezone);
  const fromIndex = running?.index ?? 1;
  const startAt = running?.startAt ?? new Date(contract.createdAt);
  const { interval, intervalCount, anchors } = policy;
  let anchor = nextEnd === null ? null : { anchorAt: nextEnd, anchorIndex: fromIndex };
  for (let steps = 1; anchor === null; steps += 1) {
    const end = countedFrom(policy, startAt, steps, timezone);
    if (end > now) anchor = { anchorAt: startAt, anchorIndex: fromIndex - steps };
  }
  return [
    ...contract.schedule.filter((segment) => segment.fromIndex < fromIndex),
    {
      fromIndex,
      anchorAt: anchor.anchorAt.toISOString(),
      anchorIndex: anchor.anchorIndex,
      interval,
      intervalCount,
      anchors,
    },
  ];
}
