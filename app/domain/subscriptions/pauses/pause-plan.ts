import { addDays, addIntervals, addTimeBetween, type Interval } from "#app/lib/zoned-time.ts";

/** When a pause ends, and when the first charge after it falls due; null when nothing is to be charged. */
export interface PausePlan {
  until: Date;
  billingResumesAt: Date | null;
}

interface PausableSubscription {
  nextBillingAt: Date | null;
  /** Null unless it is paused already. */
  pausedAt: Date | null;
}

/** A pause of so many days from now; one that has begun keeps its beginning. */
export function planPauseOfDays(
  subscription: PausableSubscription,
  days: number,
  now: Date,
  zone: string,
): PausePlan {
  return planPauseUntil(subscription, addDays(now, days, zone), now, zone);
}

/** A pause that ends at `until`: the next charge moves on by the time from its beginning. */
export function planPauseUntil(
  { nextBillingAt, pausedAt }: PausableSubscription,
  until: Date,
  now: Date,
  zone: string,
): PausePlan {
  const billingResumesAt =
    nextBillingAt && addTimeBetween(nextBillingAt, pausedAt ?? now, until, zone);
  return { until, billingResumesAt };
}

/** A pause of so many billing intervals from now, by which the next charge moves on too. */
export function planPauseOfCycles(
  { nextBillingAt, interval }: { nextBillingAt: Date | null; interval: Interval },
  cycles: number,
  now: Date,
  zone: string,
): PausePlan {
  return {
    until: addIntervals(now, interval, cycles, zone),
    billingResumesAt: nextBillingAt && addIntervals(nextBillingAt, interval, cycles, zone),
  };
}

/** The first date of a schedule that is still to come: the given one, or so many intervals later. */
export function firstDateAfter(now: Date, date: Date, interval: Interval, zone: string): Date {
  for (let times = 0; ; times += 1) {
    const next = addIntervals(date, interval, times, zone);
    if (next > now) return next;
  }
}

/** When a paused subscription that is resumed now is charged next; null when nothing is to be charged. */
export function dateAfterResuming(
  subscription: PausableSubscription & { interval: Interval },
  now: Date,
  zone: string,
): Date | null {
  const { billingResumesAt } = planPauseUntil(subscription, now, now, zone);
  return billingResumesAt && firstDateAfter(now, billingResumesAt, subscription.interval, zone);
}
