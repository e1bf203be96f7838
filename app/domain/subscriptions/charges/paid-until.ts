import type { Subscription } from "#app/generated/prisma/client.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { chargesLater, firstDueAfter, oneIntervalBefore } from "../../billing/dates/charge-date.ts";
import { laterOf } from "../../billing/dates/later-of.ts";
import { fixedDayOf } from "./fixed-day.ts";
import { type CountedSubscription, chargeOf, intervalOf } from "./kept-day.ts";

/** So long before its date a charge may come. */
const MAX_EARLY_MS = 24 * 60 * 60_000;

type PaidSubscription = CountedSubscription &
  Pick<Subscription, "status" | "paidUntil" | "lastChargedAt" | "chargeRunning">;

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
    ? intervalAfter(row, fixedDayOf(row, nextBillingAt, zone), zone)
    : row.paidUntil;
  return end && end > now ? end : null;
}

/**
 * The end of the period that is paid for, of a subscription that is seen for the first time: nobody has followed its charges. A
 * charge that was given up has left the date of the next one where it was: for what is not active the last charge counts.
 */
export function paidAtFirstSight(
  row: Omit<PaidSubscription, "paidUntil" | "chargeRunning">,
  zone: string,
): Date | null {
  const { status, nextBillingAt, lastChargedAt } = row;
  const isCharged = status !== "active" && lastChargedAt;
  return isCharged ? intervalAfter(row, lastChargedAt, zone) : nextBillingAt;
}

/**
 * The end of the period that is paid for, after news of the contract. Only a charge moves it, by the rhythm that was in force:
 * to the next charge. A pause, another rhythm or a new date for a charge to come does not: each paid day counts once.
 */
export function paidAfter(
  before: PaidSubscription,
  news: Pick<PlatformContract, "nextBillingAt" | "interval" | "lastCharge" | "status">,
  zone: string,
): Date | null {
  const { nextBillingAt: due, lastChargedAt, paidUntil: known } = before;
  const interval = intervalOf(before);
  const chargedAt = news.lastCharge?.at ?? lastChargedAt;
  if (!due || !chargedAt) return known;
  const hasSameRhythm =
    news.interval.unit === interval.unit && news.interval.count === interval.count;
  const next = (hasSameRhythm && news.nextBillingAt) || due;
  const isNew = !lastChargedAt || chargedAt > lastChargedAt;
  // Whoever charges may move the next date on after the charge, and from a late payment rather than from its date.
  const isMovedOn = next > due && before.status === "active" && news.status === "active";
  if (!isNew && !(isMovedOn && pays(before, chargedAt, due, zone))) return known;
  const end =
    next > due
      ? earlierOf(
          next,
          intervalAfter(before, laterOf(fixedDayOf(before, due, zone), chargedAt), zone),
        )
      : endOfPeriod(before, chargedAt, next, zone);
  return laterOf(end, known);
}

/**
 * The end of the period that is paid for, of a canceled subscription on which a charge was under way: what that charge has paid
 * for counts once it is made.
 */
export function paidAfterEnd(
  before: PaidSubscription & Pick<Subscription, "endsAt">,
  { lastCharge }: Pick<PlatformContract, "lastCharge">,
  zone: string,
): Date | null {
  const { endsAt, lastChargedAt, paidUntil: known } = before;
  if (!lastCharge || (lastChargedAt && lastCharge.at <= lastChargedAt)) return known;
  const { at } = lastCharge;
  return laterOf(endsAt && endsAt > at ? endsAt : intervalAfter(before, at, zone), known);
}

/** The end of the period that a charge has paid for: the next date of its schedule, which may not have moved yet. */
function endOfPeriod(row: PaidSubscription, chargedAt: Date, next: Date, zone: string): Date {
  if (!isAhead(row, chargedAt, next) && !pays(row, chargedAt, next, zone)) return next;
  const begunAt = fixedDayOf(row, next, zone);
  return firstDueAfter(laterOf(begunAt, chargedAt), chargeOf(row, begunAt, zone));
}

/**
 * Whether a new charge is for the period that begins at `date` because the one before is paid for: it may come long before its day. The
 * order with which a contract began is no such charge, and may be heard of late.
 */
function isAhead(row: PaidSubscription, chargedAt: Date, date: Date): boolean {
  const { lastChargedAt, paidUntil: paid, platformCreatedAt } = row;
  const isOfBeginning =
    !lastChargedAt && chargedAt.getTime() <= platformCreatedAt.getTime() + MAX_EARLY_MS;
  return paid !== null && paid >= date && !isOfBeginning;
}

/** Whether a charge was for the period that begins at `date`, and not for the one before it. */
function pays(row: CountedSubscription, chargedAt: Date, date: Date, zone: string): boolean {
  const periodMs = date.getTime() - oneIntervalBefore(chargeOf(row, date, zone)).getTime();
  return chargedAt.getTime() >= date.getTime() - Math.min(MAX_EARLY_MS, periodMs / 2);
}

function intervalAfter(row: CountedSubscription, date: Date, zone: string): Date {
  return chargesLater(chargeOf(row, date, zone), 1);
}

function earlierOf(date: Date, other: Date): Date {
  return other < date ? other : date;
}
