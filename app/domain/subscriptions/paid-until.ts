import type { Subscription } from "#app/generated/prisma/client.ts";
import { addInterval, type IntervalUnit } from "#app/lib/zoned-time.ts";

type PaidSubscription = Pick<
  Subscription,
  | "status"
  | "nextBillingAt"
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
  const end = endOfPaidPeriod(row, now, zone);
  return end && end > now ? end : null;
}

function endOfPaidPeriod(row: PaidSubscription, now: Date, zone: string): Date | null {
  const { status, nextBillingAt, lastChargedAt, pausedUntil } = row;
  const interval = { unit: row.intervalUnit as IntervalUnit, count: row.intervalCount };
  if (status === "active") {
    const isBeingPaid = nextBillingAt !== null && nextBillingAt <= now && row.chargeRunning;
    return isBeingPaid ? addInterval(nextBillingAt, interval, zone) : nextBillingAt;
  }
  // A pause moves the next charge on, and a charge that was given up leaves it where it was: neither says what is paid.
  if (lastChargedAt) return addInterval(lastChargedAt, interval, zone);
  return pausedUntil ? null : nextBillingAt;
}
