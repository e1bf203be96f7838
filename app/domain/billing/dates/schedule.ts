import type { Anchor } from "#app/lib/anchor.ts";
import { addInterval, type Interval } from "#app/lib/zoned-time.ts";
import { checkAnchors } from "./anchors.ts";
import { type KeptTime, keptTimeOf } from "./kept-time.ts";

/**
 * How often a contract is charged. Deliveries have a separate interval, which decides no billing date: a
 * prepaid plan is billed by its billing interval alone.
 */
export interface BillingPolicy {
  /** Days, weeks, months or years between charges. */
  interval: Interval;
  /** Calendar days on which charges fall; empty when they are counted from the first date. */
  anchors: readonly Anchor[];
}

/** A billing cycle's number, as the platform counts them, with an instant. */
export interface CycleDate {
  index: number;
  at: Date;
}

/**
 * The billing dates of one contract: cycle `origin.index` is due at `origin.at`, later ones are counted from
 * there in calendar time of `zone`. A change (a pause, another frequency) gives a new schedule that begins
 * with the running cycle; the index goes on counting and never starts again.
 */
export interface BillingSchedule extends BillingPolicy {
  /** IANA zone of the store. */
  zone: string;
  /** The first cycle that this schedule knows, and when that cycle begins. */
  start: CycleDate;
  /** A due date from which later ones are counted. `origin.index` is never above `start.index`. */
  origin: CycleDate;
  /** What a date returns to after a short month or a skipped hour. */
  keeps: KeptTime;
}

/**
 * The schedule of a new contract, whose cycle 1 runs from `startAt` until it is due at `firstBillingAt`. Where
 * those two are one interval apart, dates are counted from the start: 31 January, 28 February, 31 March.
 *
 * @throws RangeError for an interval below 1, anchors that do not go with the interval, or a first date before the start.
 */
export function startSchedule(
  policy: BillingPolicy,
  { startAt, firstBillingAt, zone }: { startAt: Date; firstBillingAt: Date; zone: string },
): BillingSchedule {
  checkPolicy(policy);
  if (firstBillingAt < startAt) throw new RangeError("The first billing date is before the start.");
  const { interval, anchors } = policy;
  const regularAt = addInterval(startAt, interval, zone);
  const isCounted = anchors.length === 0 && regularAt.getTime() === firstBillingAt.getTime();
  const origin = isCounted ? { index: 0, at: startAt } : { index: 1, at: firstBillingAt };
  const keeps = keptTimeOf(origin.at, zone);
  return { interval, anchors, zone, start: { index: 1, at: startAt }, origin, keeps };
}

/** Throws RangeError unless dates can be counted with the policy. */
export function checkPolicy({ interval, anchors }: BillingPolicy): void {
  if (!Number.isSafeInteger(interval.count) || interval.count < 1) {
    throw new RangeError(`An interval of ${interval.count} is not possible.`);
  }
  checkAnchors(anchors, interval.unit);
}
