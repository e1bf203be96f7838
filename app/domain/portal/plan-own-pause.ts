import type { Billing } from "../billing/charging/read-billing.ts";
import { dueDate } from "../billing/cycles/due-date.ts";
import { keptBy } from "../billing/cycles/read-calendar.ts";
import { fixedDayOf } from "../subscriptions/charges/fixed-day.ts";
import {
  type PausePlan,
  pausableOf,
  planPauseOfCycles,
} from "../subscriptions/pauses/pause-plan.ts";

/**
 * A pause of so many renewals that the owner of a subscription wishes, shown before it is chosen and done by the same plan. It counts
 * from the charge that is due next: after a skip the contract's own date may lag behind.
 */
export function planOwnPause(
  { subscription, last }: Pick<Billing, "subscription" | "last">,
  cycles: number,
  now: Date,
  zone: string,
): PausePlan {
  const own = pausableOf(subscription, zone);
  const dueAt = dueDate(subscription, last);
  const fixedDay = dueAt && fixedDayOf(subscription, dueAt, zone);
  const next = dueAt && { nextBillingAt: fixedDay, keeps: keptBy(subscription, last, dueAt, zone) };
  return planPauseOfCycles({ ...own, ...next }, cycles, now, zone);
}
