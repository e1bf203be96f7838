import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Anchor } from "#app/lib/anchor.ts";
import { addDays, addIntervals } from "#app/lib/zoned-time.ts";
import { billingDate } from "../../billing/dates/billing-date.ts";
import {
  type ChargeDate,
  firstDueAfter,
  scheduleFromCharge,
} from "../../billing/dates/charge-date.ts";
import { laterOf } from "../../billing/dates/later-of.ts";
import { pauseBetween, pauseForCycles } from "../../billing/dates/pause-schedule.ts";
import { soonestDate } from "../../billing/dates/soonest-date.ts";
import { anchorsOf, fixedDayOf } from "../charges/fixed-day.ts";
import { type CountedSubscription, intervalOf, keptOf } from "../charges/kept-day.ts";

/**
 * When a pause ends, and when the first charge after it falls due; null when nothing is to be charged. What is shown, stored
 * and done is this one date: it is later than the pause's end, and the platform takes a charge on it.
 */
export interface PausePlan {
  until: Date;
  billingResumesAt: Date | null;
}

/** What a pause's dates depend on. `keeps` is what the dates after `nextBillingAt` return to. */
export interface PausableSubscription extends Pick<ChargeDate, "interval" | "keeps"> {
  /** One that was brought forward counts from the fixed day whose charge it is. */
  nextBillingAt: Date | null;
  /** Days on which it is always charged, also after a pause; empty when charges are counted from one another. */
  anchors: readonly Anchor[];
  /** Null unless it is paused already. */
  pausedAt: Date | null;
  /** The platform takes no charge before; null, or passed, where it takes any. */
  chargeableFrom: Date | null;
}

/** So long before its charge a subscription is active again, or half of the time until then where that is less. */
const RESUMED_BEFORE_MS = 60 * 60_000;

export function pausableOf(
  row: CountedSubscription & Pick<Subscription, "pausedAt" | "chargeableFrom">,
  zone: string,
): PausableSubscription {
  const { nextBillingAt, pausedAt, chargeableFrom } = row;
  return {
    nextBillingAt: nextBillingAt && fixedDayOf(row, nextBillingAt, zone),
    anchors: anchorsOf(row),
    pausedAt,
    chargeableFrom,
    interval: intervalOf(row),
    keeps: keptOf(row, zone),
  };
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

/**
 * A pause that ends at `until`: the next charge moves on by the time from its beginning. Where that is over by then, because
 * the charge was overdue, the first date of its schedule after the pause takes its place.
 */
export function planPauseUntil(
  subscription: PausableSubscription,
  until: Date,
  now: Date,
  zone: string,
): PausePlan {
  const charge = chargeToMove(subscription, zone);
  if (!charge) return { until, billingResumesAt: null };
  const begunAt = subscription.pausedAt ?? now;
  const from = begunAt < until ? begunAt : until;
  const moved = pauseBetween(scheduleFromCharge(charge), 0, { from, until }, until);
  return { until, billingResumesAt: laterOf(billingDate(moved, 0), subscription.chargeableFrom) };
}

/**
 * A pause of so many billing intervals from now, by which the next charge moves on too. One that is overdue counts as the
 * first of those that are not made: the pause then ends before the charge to which it has moved, or before the first date of the
 * schedule that is still to come. What fell due during a pause that is running is not owed, so a new one counts from the
 * first date to come.
 */
export function planPauseOfCycles(
  subscription: PausableSubscription,
  cycles: number,
  now: Date,
  zone: string,
): PausePlan {
  const { interval, pausedAt } = subscription;
  const until = addIntervals(now, interval, cycles, zone);
  const charge = chargeToMove(subscription, zone);
  if (!charge) return { until, billingResumesAt: null };
  const isPassed = pausedAt !== null && charge.dueAt <= now;
  const first = isPassed ? { ...charge, dueAt: firstDueAfter(now, charge) } : charge;
  const moved = pauseForCycles(scheduleFromCharge(first), 0, cycles, now);
  const billingResumesAt = laterOf(billingDate(moved, 0), subscription.chargeableFrom);
  const left = billingResumesAt.getTime() - now.getTime();
  const latest = new Date(billingResumesAt.getTime() - Math.min(RESUMED_BEFORE_MS, left / 2));
  return { until: until < latest ? until : latest, billingResumesAt };
}

/**
 * Resuming at `now`: the next charge moves on by the time paused.
 *
 * @param isOwed a charge that the pause has left unpaid is not to be spared: the next one is made as soon as it can be.
 */
export function planResuming(
  subscription: PausableSubscription,
  now: Date,
  zone: string,
  isOwed: boolean,
): PausePlan {
  const plan = planPauseUntil(subscription, now, now, zone);
  if (!isOwed || !plan.billingResumesAt) return plan;
  return { ...plan, billingResumesAt: laterOf(soonestDate(now), subscription.chargeableFrom) };
}

function chargeToMove(
  { nextBillingAt, interval, keeps, anchors }: PausableSubscription,
  zone: string,
): ChargeDate | null {
  return nextBillingAt && { dueAt: nextBillingAt, interval, keeps, zone, anchors };
}
