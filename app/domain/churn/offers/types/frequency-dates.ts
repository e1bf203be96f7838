import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { chargeOfCycle } from "../../../billing/cycles/charge-of-cycle.ts";
import { followsLast } from "../../../billing/cycles/due-date.ts";
import { nextAtInterval } from "../../../billing/cycles/next-at-interval.ts";
import {
  type ChargeDate,
  dueAtFrequency,
  oneIntervalBefore,
  onFixedDay,
} from "../../../billing/dates/charge-date.ts";
import { keepsAt } from "../../../billing/dates/kept-time.ts";
import type { BillingPolicy } from "../../../billing/dates/schedule.ts";
import type { ShopContext } from "../../../context.ts";
import { fixedDayOf } from "../../../subscriptions/charges/fixed-day.ts";
import { chargeOf } from "../../../subscriptions/charges/kept-day.ts";
import type { Situation } from "./offer-type-module.ts";

// The dates of a contract whose interval an offer changes, and gives back.

/**
 * The contract's date after the change: the present cycle keeps its start and gets the new length. Null when that would
 * lie in the past: the platform takes no such date, and the contract keeps the one that it has. So it does while a charge is
 * owed: that one is not moved away. The end of a trial stays, and so does the charge that follows a pause.
 */
export function movedDate(to: Interval, situation: Situation): Date | null {
  const { subscription, shop, now } = situation;
  const { status, nextBillingAt, fixedDay, trialEndsAt, interval, keeps } = subscription;
  if (status === "paused" || nextBillingAt === null || isOwed(situation)) return null;
  const zone = shop.ianaTimezone;
  const dueAt = fixedDay ?? nextBillingAt;
  const charge = { dueAt, interval, keeps: keepsAt(dueAt, keeps, zone), zone };
  const isGiven = trialEndsAt !== null && trialEndsAt > now;
  const anchors = to.unit === interval.unit ? subscription.anchors : [];
  const moved = isGiven
    ? nextBillingAt
    : dateAt({ interval: to, anchors }, charge, oneIntervalBefore(charge));
  return moved > now ? moved : null;
}

/** When a charge is due once its contract is charged as `policy` says: the days that the policy is charged on are no reason to be early. */
function dateAt({ interval, anchors }: BillingPolicy, charge: ChargeDate, after: Date): Date {
  const date = dueAtFrequency(charge, { interval, anchors: [] }, after);
  return onFixedDay(date, { ...charge, anchors });
}

/**
 * The next charge once the contract has its former interval again: the charges that this has are not left out. Null where it keeps its date.
 *
 * @param policy the former one, with the days that the contract gets back.
 */
export function dateBack(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  row: Subscription,
  { nextBillingAt, interval: present }: PlatformContract,
  policy: BillingPolicy,
): Date | null {
  const now = clock.now();
  const zone = shop.ianaTimezone;
  const isGiven = row.status === "paused" || (row.trialEndsAt !== null && row.trialEndsAt > now);
  if (!nextBillingAt || nextBillingAt <= now || isGiven) return null;
  const dueAt = fixedDayOf(row, nextBillingAt, zone);
  const { keeps } = chargeOf(row, dueAt, zone);
  return dateAt(policy, { dueAt, interval: present, keeps, zone }, now);
}

/** Whether a charge is owed, also before the app has written down its cycle. */
export function isOwed({ subscription, last, now }: Situation): boolean {
  const { status, nextBillingAt } = subscription;
  if (status !== "active" || nextBillingAt === null) return false;
  return nextBillingAt <= now || (last !== null && followsLast(subscription, last));
}

/** The date after the charge that is owed; null where none is, and where its cycle is not written down yet. */
export function afterOwed(to: Interval, situation: Situation): Date | null {
  const { subscription, shop, now, last } = situation;
  if (!last || !isOwed(situation) || !followsLast(subscription, last)) return null;
  return nextAtInterval(chargeOfCycle(last, to, shop.ianaTimezone), now);
}

/**
 * The next charge after the change, as far as it is known; while one is owed, the one after that. One that a pause has planned
 * stays where it is.
 */
export function chargeAfter(to: Interval, situation: Situation): Date | null {
  const { subscription, now } = situation;
  if (subscription.status !== "paused") return afterOwed(to, situation) ?? movedDate(to, situation);
  const { renewal } = subscription;
  return renewal && renewal.dueAt > now ? renewal.dueAt : null;
}
