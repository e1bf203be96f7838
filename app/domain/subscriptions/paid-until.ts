import type { Subscription } from "#app/generated/prisma/client.ts";
import { addInterval, addIntervals, type Interval } from "#app/lib/zoned-time.ts";
import type { PlatformContract } from "#app/platform/platform.ts";

/** So long before its date a charge may come. */
const MAX_EARLY_MS = 24 * 60 * 60_000;

type PaidSubscription = Pick<
  Subscription,
  | "status"
  | "nextBillingAt"
  | "paidUntil"
  | "lastChargedAt"
  | "chargeRunning"
  | "pausedUntil"
  | "intervalUnit"
  | "intervalCount"
>;

/**
 * When a live subscription would end if it were cancelled at `now`: the end of the period that is paid for, or
 * that a charge under way pays for. Null when nothing is paid for any more, so that it would end at once. Never
 * in the past.
 */
export function paidUntil(row: PaidSubscription, now: Date, zone: string): Date | null {
  const { status, nextBillingAt, chargeRunning } = row;
  const isBeingPaid =
    status === "active" && nextBillingAt !== null && nextBillingAt <= now && chargeRunning;
  const end = isBeingPaid
    ? addInterval(nextBillingAt, intervalOf(row), zone)
    : (row.paidUntil ?? paidAtFirstSight(row, zone));
  return end && end > now ? end : null;
}

/**
 * The end of the period that is paid for, of a subscription whose charges nobody has followed. A pause has moved the
 * next charge on, and a charge that was given up has left it where it was: for those the last charge counts.
 */
export function paidAtFirstSight(row: PaidSubscription, zone: string): Date | null {
  const { status, nextBillingAt, lastChargedAt, pausedUntil } = row;
  if (status === "active") return nextBillingAt;
  if (lastChargedAt) return addInterval(lastChargedAt, intervalOf(row), zone);
  return pausedUntil ? null : nextBillingAt;
}

/**
 * The end of the period that is paid for, after news of the contract. Only a charge moves it, by the rhythm that was
 * in force: to the next charge. Another rhythm, a pause or a new date for a charge to come does not.
 */
export function paidAfter(
  before: PaidSubscription,
  news: Pick<PlatformContract, "nextBillingAt" | "interval" | "lastCharge" | "status">,
  zone: string,
): Date | null {
  const known = before.paidUntil ?? paidAtFirstSight(before, zone);
  const interval = intervalOf(before);
  const { nextBillingAt: due, lastChargedAt } = before;
  const chargedAt = news.lastCharge?.at ?? lastChargedAt;
  if (!chargedAt || !due) return known;
  const hasSameRhythm =
    news.interval.unit === interval.unit && news.interval.count === interval.count;
  const next = (hasSameRhythm && news.nextBillingAt) || due;
  if (!lastChargedAt || chargedAt > lastChargedAt) {
    const end = endOfPeriod(chargedAt, next, interval, zone);
    return known && known > end ? known : end;
  }
  // Whoever charges may move the next date on after the charge, and from a late payment rather than from its date.
  const isMovedOn = next > due && before.status === "active" && news.status === "active";
  if (!isMovedOn || !pays(chargedAt, due, interval, zone)) return known;
  const longest = addInterval(chargedAt > due ? chargedAt : due, interval, zone);
  return next < longest ? next : longest;
}

/** The end of the period that a charge has paid for: the next date of its schedule, which may not have moved yet. */
function endOfPeriod(chargedAt: Date, next: Date, interval: Interval, zone: string): Date {
  if (!pays(chargedAt, next, interval, zone)) return next;
  for (let times = 1; ; times += 1) {
    const end = addIntervals(next, interval, times, zone);
    if (end > chargedAt) return end;
  }
}

/** Whether a charge was for the period that begins at `date`, and not for the one before it. */
function pays(chargedAt: Date, date: Date, interval: Interval, zone: string): boolean {
  const periodMs = date.getTime() - addIntervals(date, interval, -1, zone).getTime();
  return chargedAt.getTime() >= date.getTime() - Math.min(MAX_EARLY_MS, periodMs / 2);
}

function intervalOf({ intervalUnit, intervalCount }: PaidSubscription): Interval {
  return { unit: intervalUnit as Interval["unit"], count: intervalCount };
}
