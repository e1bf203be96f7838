import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import type { ChargeDate } from "../../billing/dates/charge-date.ts";
import {
  type KeptRow,
  type KeptTime,
  keepsAt,
  keptAfter,
  keptInZone,
  keptTimeOf,
} from "../../billing/dates/kept-time.ts";
import { anchorsOf, type FixedDayColumns } from "./fixed-day.ts";

/** The columns that say how a subscription's dates are counted. */
export type CountedSubscription = Pick<
  Subscription,
  | keyof FixedDayColumns
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
function startOf({
  originalStartAt,
  platformCreatedAt,
}: Pick<Subscription, "originalStartAt" | "platformCreatedAt">): Date {
  return originalStartAt ?? platformCreatedAt;
}

/**
 * What the dates after a subscription's next one return to. The row has it once the date has changed. Until then it follows
 * from the day on which the contract began. Where the store has moved to another zone since, it is told in that one.
 */
export function keptOf(row: KeptSubscription, zone: string): KeptTime {
  const { kept, at } = readKept(row, zone);
  return keptInZone(kept, at, zone);
}

type KeptSubscription = Omit<CountedSubscription, keyof Interval>;

/** What the row keeps, in the zone in which it was counted, with the date that it belongs to. */
function readKept(row: KeptSubscription, zone: string): { kept: KeptRow; at: Date } {
  const keptZone = row.keptZone ?? zone;
  const kept = keptFields(keptThere(row, keptZone), keptZone);
  return { kept, at: row.nextBillingAt ?? startOf(row) };
}

function keptThere(row: KeptSubscription, zone: string): KeptTime {
  const { keptDay, keptTime, nextBillingAt } = row;
  if (keptDay !== null && keptTime !== null) return { dayOfMonth: keptDay, time: keptTime };
  const ofStart = keptTimeOf(startOf(row), zone);
  return nextBillingAt ? keepsAt(nextBillingAt, ofStart, zone) : ofStart;
}

/** The subscription's charge on a date. A date that is not its next one may begin a new day of the month. */
export function chargeOf(row: CountedSubscription, dueAt: Date, zone: string): ChargeDate {
  const { kept, at } = readKept(row, zone);
  const keeps = keptAfter(kept, at, dueAt, zone);
  return { dueAt, interval: intervalOf(row), keeps, zone, anchors: anchorsOf(row) };
}

/** The columns after the next date has become another one; none where there is no date any more, or the same one. */
export function keptFieldsAfter(
  before: CountedSubscription,
  nextBillingAt: Date | null,
  zone: string,
): Partial<Pick<Subscription, keyof KeptRow>> {
  if (!nextBillingAt || nextBillingAt.getTime() === before.nextBillingAt?.getTime()) return {};
  return keptFields(chargeOf(before, nextBillingAt, zone).keeps, zone);
}

/** The columns of what is kept, of a subscription or a cycle. */
export function keptFields({ dayOfMonth, time }: KeptTime, zone: string): KeptRow {
  return { keptDay: dayOfMonth, keptTime: time, keptZone: zone };
}
