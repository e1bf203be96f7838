import type { Anchor } from "#app/lib/anchor.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import { anchorAfter, isAnchored } from "./anchors.ts";
import { billingDate, intervalsLater } from "./billing-date.ts";
import { changeFrequency } from "./change-frequency.ts";
import { nextBillingAfter } from "./find-cycle.ts";
import { type KeptTime, toInstant, toLocal } from "./kept-time.ts";
import type { BillingPolicy, BillingSchedule } from "./schedule.ts";

/** A charge, with all that the dates before and after it depend on. */
export interface ChargeDate {
  dueAt: Date;
  interval: Interval;
  keeps: KeptTime;
  /** IANA zone of the store. */
  zone: string;
  /** Calendar days on which charges fall; none where they are left out. */
  anchors?: readonly Anchor[];
}

/** The charge and all that follow it; it is number 0. */
export function scheduleFromCharge({
  dueAt,
  interval,
  keeps,
  zone,
  anchors = [],
}: ChargeDate): BillingSchedule {
  const start = { index: 0, at: dueAt };
  return { interval, anchors, zone, start, origin: start, keeps };
}

/** The first date of the charge and those that follow it, after an instant. */
export function firstDueAfter(instant: Date, charge: ChargeDate): Date {
  return nextBillingAfter(scheduleFromCharge(charge), instant).at;
}

/** When the `times`-th charge after this one is due, from 0 on. */
export function chargesLater(charge: ChargeDate, times: number): Date {
  return billingDate(scheduleFromCharge(charge), times);
}

/** A date on a day on which charges fall: itself, or the first such day after it. */
export function onFixedDay(
  date: Date,
  { anchors = [], keeps, zone }: Pick<ChargeDate, "anchors" | "keeps" | "zone">,
): Date {
  const day = toLocal(date, zone).toPlainDate();
  if (anchors.length === 0 || isAnchored(day, anchors)) return date;
  return toInstant(anchorAfter(day, anchors, 1, 1), keeps.time, zone);
}

/** One interval before the charge, where charges are counted from one another: when the time began that it ends. */
export function oneIntervalBefore({ dueAt, interval, keeps, zone }: ChargeDate): Date {
  const day = intervalsLater(toLocal(dueAt, zone).toPlainDate(), interval, -1, keeps.dayOfMonth);
  return toInstant(day, keeps.time, zone);
}

/**
 * When the charge is due instead, once its contract is charged as `policy` says: one new interval after its time began, or
 * on the first such date after `now`.
 */
export function dueAtFrequency(charge: ChargeDate, policy: BillingPolicy, now: Date): Date {
  const begunAt = oneIntervalBefore(charge);
  const { interval, keeps, zone, anchors = [] } = charge;
  const schedule: BillingSchedule = {
    ...{ interval, anchors, zone, keeps },
    start: { index: 1, at: begunAt },
    origin: { index: 0, at: begunAt },
  };
  const changed = changeFrequency(schedule, policy, now);
  return billingDate(changed, changed.start.index);
}
