import type { Subscription } from "#app/generated/prisma/client.ts";
import { addTimeBetween } from "#app/lib/zoned-time.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { chargesLater, firstDueAfter, oneIntervalBefore } from "../../billing/dates/charge-date.ts";
import { pausableOf, planPauseUntil } from "../pauses/pause-plan.ts";
import { type CountedSubscription, chargeOf, intervalOf } from "./kept-day.ts";

/** So long before its date a charge may come. */
const MAX_EARLY_MS = 24 * 60 * 60_000;

type PaidSubscription = CountedSubscription &
  Pick<
    Subscription,
    | "status"
    | "paidUntil"
    | "lastChargedAt"
    | "chargeRunning"
    | "pausedAt"
    | "pausedUntil"
    | "billingResumesAt"
    | "chargeableFrom"
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
    ? intervalAfter(row, nextBillingAt, zone)
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
  if (lastChargedAt) return intervalAfter(row, lastChargedAt, zone);
  return pausedUntil ? null : nextBillingAt;
}

/**
 * The end of the period that is paid for, after news of the contract. A charge moves it, by the rhythm that was in
 * force: to the next charge. A pause that has ended moves what was left of it, by as much as the next charge. Another
 * rhythm or a new date for a charge to come does not move it.
 */
export function paidAfter(
  before: PaidSubscription,
  news: Pick<PlatformContract, "nextBillingAt" | "interval" | "lastCharge" | "status">,
  now: Date,
  zone: string,
): Date | null {
  const known = before.paidUntil ?? paidAtFirstSight(before, zone);
  const interval = intervalOf(before);
  const { nextBillingAt: due, lastChargedAt } = before;
  const chargedAt = news.lastCharge?.at ?? lastChargedAt;
  if (!due) return known;
  const hasSameRhythm =
    news.interval.unit === interval.unit && news.interval.count === interval.count;
  const next = (hasSameRhythm && news.nextBillingAt) || due;
  if (chargedAt && (!lastChargedAt || chargedAt > lastChargedAt)) {
    const end = endOfPeriod(before, chargedAt, next, zone);
    return known && known > end ? known : end;
  }
  if (next > due && isPauseOver(before, news.status, now)) {
    return known && movedByPause(before, known, due, next, now, zone);
  }
  // Whoever charges may move the next date on after the charge, and from a late payment rather than from its date.
  const isMovedOn = next > due && before.status === "active" && news.status === "active";
  if (!chargedAt || !isMovedOn || !pays(before, chargedAt, due, zone)) return known;
  const longest = intervalAfter(before, chargedAt > due ? chargedAt : due, zone);
  return next < longest ? next : longest;
}

/** Whoever ends a pause sets the date first, so it may be seen before the contract is active. */
function isPauseOver(
  { status, pausedUntil }: PaidSubscription,
  statusNow: PlatformContract["status"],
  now: Date,
): boolean {
  const hasEnd = pausedUntil !== null && pausedUntil <= now;
  return status === "paused" && (statusNow === "active" || hasEnd);
}

/**
 * Where a pause leaves the end of the paid period: as much later as the pause has moved the charge that was `due`,
 * never past `next`. What was over when it began stays over, and what the charge was moved beyond the pause is not paid.
 */
function movedByPause(
  row: PaidSubscription,
  known: Date,
  due: Date,
  next: Date,
  now: Date,
  zone: string,
): Date {
  const { pausedAt, billingResumesAt } = row;
  if (!pausedAt || known <= pausedAt) return known;
  const planned =
    billingResumesAt ?? planPauseUntil(pausableOf(row, zone), now, now, zone).billingResumesAt;
  const moved = addTimeBetween(known, due, planned ?? due, zone);
  const end = moved < next ? moved : next;
  return end > known ? end : known;
}

/** The end of the period that a charge has paid for: the next date of its schedule, which may not have moved yet. */
function endOfPeriod(row: CountedSubscription, chargedAt: Date, next: Date, zone: string): Date {
  if (!pays(row, chargedAt, next, zone)) return next;
  return firstDueAfter(chargedAt > next ? chargedAt : next, chargeOf(row, next, zone));
}

/** Whether a charge was for the period that begins at `date`, and not for the one before it. */
function pays(row: CountedSubscription, chargedAt: Date, date: Date, zone: string): boolean {
  const periodMs = date.getTime() - oneIntervalBefore(chargeOf(row, date, zone)).getTime();
  return chargedAt.getTime() >= date.getTime() - Math.min(MAX_EARLY_MS, periodMs / 2);
}

function intervalAfter(row: CountedSubscription, date: Date, zone: string): Date {
  return chargesLater(chargeOf(row, date, zone), 1);
}
