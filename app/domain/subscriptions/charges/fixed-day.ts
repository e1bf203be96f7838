import { z } from "zod";
import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Anchor } from "#app/lib/anchor.ts";
import { isAnchored } from "../../billing/dates/anchors.ts";
import { toInstant, toLocal } from "../../billing/dates/kept-time.ts";
import { laterOf } from "../../billing/dates/later-of.ts";

/** The columns that say on which days a subscription is always charged, and whose charge the next one is. */
export type FixedDayColumns = Pick<
  Subscription,
  "nextBillingAt" | "billingAnchors" | "movedFrom" | "keptZone"
>;

const anchorsSchema: z.ZodType<Anchor[]> = z.array(
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("weekday"), day: z.number() }),
    z.object({ type: z.literal("monthday"), day: z.number() }),
    z.object({ type: z.literal("yearday"), month: z.number(), day: z.number() }),
  ]),
);

/** The days on which a subscription is always charged; empty when its charges are counted from one another. */
export function anchorsOf({ billingAnchors }: Pick<Subscription, "billingAnchors">): Anchor[] {
  return anchorsSchema.parse(billingAnchors);
}

/** Whether an instant is on a day on which charges fall. */
export function isOnFixedDay(date: Date, anchors: readonly Anchor[], zone: string): boolean {
  return isAnchored(toLocal(date, zone).toPlainDate(), anchors);
}

/**
 * The date that a charge due at `dueAt` had before anybody moved it. Where the store has moved to another zone since, it is on the same day
 * in that one: 1 January at three in the morning is New Year's Eve further west, and the charge of 1 January all the same.
 *
 * @param zone the store's.
 */
export function originOf(row: FixedDayColumns, dueAt: Date, zone: string): Date {
  const anchors = anchorsOf(row);
  const isNext = row.nextBillingAt?.getTime() === dueAt.getTime();
  if (!isNext || anchors.length === 0) return dueAt;
  const origin = row.movedFrom ?? dueAt;
  const there = row.keptZone ?? zone;
  if (isOnFixedDay(origin, anchors, zone) || !isOnFixedDay(origin, anchors, there)) return origin;
  const time = toLocal(origin, zone).toPlainTime().toString();
  return toInstant(toLocal(origin, there).toPlainDate(), time, zone);
}

/**
 * The day whose charge a charge due at `dueAt` is. A subscription with fixed days is charged once for each of them: one that was brought
 * forward is the charge of the day that it had, and the next one is that of the following day. Any other date counts as it is.
 */
export function fixedDayOf(row: FixedDayColumns, dueAt: Date, zone: string): Date {
  return laterOf(dueAt, originOf(row, dueAt, zone));
}

/**
 * Whether the period that a charge is for is paid already: somebody has charged who is not this app, and whose charge is of another
 * cycle of the platform than this date's.
 */
export function isPaidFor(
  {
    nextBillingAt,
    movedFrom,
    paidUntil,
  }: Pick<Subscription, "nextBillingAt" | "movedFrom" | "paidUntil">,
  dueAt: Date,
): boolean {
  const isNext = nextBillingAt?.getTime() === dueAt.getTime();
  return paidUntil !== null && paidUntil > ((isNext && movedFrom) || dueAt);
}

/**
 * The column once somebody has moved the next charge: the date that it had before anybody did; null where it is back there.
 *
 * @param from its date, which the row may not have yet.
 */
export function movedField(
  { nextBillingAt, movedFrom }: Pick<FixedDayColumns, "nextBillingAt" | "movedFrom">,
  from: Date,
  to: Date,
): Pick<FixedDayColumns, "movedFrom"> {
  const isInRow = nextBillingAt?.getTime() === from.getTime();
  const origin = (isInRow && movedFrom) || from;
  return { movedFrom: origin.getTime() === to.getTime() ? null : origin };
}

/**
 * The column after news of the contract. Somebody who brings a charge forward on the platform says it by the date alone. A later date may be
 * the one after a charge, of a pause or of another interval: it counts as it is, unless a date before the moved one shows that it does not.
 *
 * @param isSameRhythm whether the contract is active as before, at the same interval.
 */
export function movedFieldAfter(
  before: Pick<FixedDayColumns, "nextBillingAt" | "movedFrom">,
  nextBillingAt: Date | null,
  isSameRhythm: boolean,
): Pick<FixedDayColumns, "movedFrom"> {
  const { nextBillingAt: from, movedFrom } = before;
  if (nextBillingAt?.getTime() === from?.getTime()) return { movedFrom };
  if (!nextBillingAt || !from || !isSameRhythm) return { movedFrom: null };
  const isForward = nextBillingAt < laterOf(from, movedFrom);
  return isForward ? movedField(before, from, nextBillingAt) : { movedFrom: null };
}
