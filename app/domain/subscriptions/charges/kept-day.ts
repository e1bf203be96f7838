import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import { type ChargeDate, chargeOn } from "../../billing/dates/charge-date.ts";
import {
  type KeptRow,
  type KeptTime,
  keepsAt,
  keptInZone,
  keptTimeOf,
} from "../../billing/dates/kept-time.ts";

/** The columns that say how a subscription's dates are counted. */
export type CountedSubscription = Pick<
  Subscription,
  | "nextBillingAt"
  | "intervalUnit"
  | "intervalCount"
  | "keptDay"
  | "keptTime"
  | "keptZone"
  | "originalStartAt"
  | "platformCreatedAt"
>;

/** How often a subscription is charged. */
export function intervalOf({
  intervalUnit,
  intervalCount,
}: Pick<Subscription, "intervalUnit" | "intervalCount">): Interval {
  return { unit: intervalUnit as Interval["unit"], count: intervalCount };
}

/** From which a subscription's dates are counted: at the old app, where it was imported. */
export function startOf({
  originalStartAt,
  platformCreatedAt,
}: Pick<Subscription, "originalStartAt" | "platformCreatedAt">): Date {
  return originalStartAt ?? platformCreatedAt;
}

/**
 * What the dates after a subscription's next one return to. The row has it once the date has changed. Until then it follows
 * from the day on which the contract began. Where the store has moved to another zone since, it is told in that one.
 */
export function keptOf(row: Omit<CountedSubscription, keyof Interval>, zone: string): KeptTime {
  const { keptZone } = row;
  const { dayOfMonth: keptDay, time: keptTime } = keptThere(row, keptZone ?? zone);
  return keptInZone({ keptDay, keptTime, keptZone }, row.nextBillingAt ?? startOf(row), zone);
}

/** The same in the zone in which it was counted. */
function keptThere(row: Omit<CountedSubscription, keyof Interval>, zone: string): KeptTime {
  const { keptDay, keptTime, nextBillingAt } = row;
  if (keptDay !== null && keptTime !== null) return { dayOfMonth: keptDay, time: keptTime };
  const ofStart = keptTimeOf(startOf(row), zone);
  return nextBillingAt ? keepsAt(nextBillingAt, ofStart, zone) : ofStart;
}

/** The subscription's charge on a date. A date that is not its next one may begin a new day of the month. */
export function chargeOf(row: CountedSubscription, dueAt: Date, zone: string): ChargeDate {
  const counted = { interval: intervalOf(row), keeps: keptOf(row, zone) };
  const isNext = row.nextBillingAt?.getTime() === dueAt.getTime();
  return isNext ? { dueAt, ...counted, zone } : chargeOn(dueAt, counted, zone);
}

/** The columns after the next date has become another one; none where there is no date any more, or the same one. */
export function keptFieldsAfter(
  before: CountedSubscription,
  nextBillingAt: Date | null,
  zone: string,
): Partial<Pick<Subscription, keyof KeptRow>> {
  if (!nextBillingAt || nextBillingAt.getTime() === before.nextBillingAt?.getTime()) return {};
  return keptFields(keepsAt(nextBillingAt, keptOf(before, zone), zone), zone);
}

/** The columns of what is kept, of a subscription or a cycle. */
export function keptFields({ dayOfMonth, time }: KeptTime, zone: string): KeptRow {
  return { keptDay: dayOfMonth, keptTime: time, keptZone: zone };
}
