import type { PlatformOrder } from "#app/platform/platform-order.ts";
import { expiryAfterDays } from "../grants/credit-expiry.ts";

/** One return that is due: for a refund, or for the cancellation. */
export interface DueReturn {
  /** Names its cause, among those of one hold. */
  cause: string;
  amountMinor: number;
  isCancellation: boolean;
}

/**
 * What refunds and a cancellation still have to give back of the credit that an order used. A refund's
 * share is counted from all refunds up to it, so that rounding never adds up: parts give back no more than
 * was captured, and the whole gives back exactly that. A cancellation gives back what is left.
 *
 * The share is that of the money that was paid. Of an order which credit paid wholly it is that of the goods.
 */
export function dueReturns(
  hold: { capturedMinor: number; returnedMinor: number },
  order: Pick<PlatformOrder, "totalMinor" | "goodsMinor" | "refunds" | "cancelledAt">,
): DueReturn[] {
  const due: DueReturn[] = [];
  let returned = hold.returnedMinor;
  const bringTo = (target: number, cause: string, isCancellation: boolean) => {
    if (target <= returned) return;
    due.push({ cause, amountMinor: target - returned, isCancellation });
    returned = target;
  };
  let money = 0;
  let goods = 0;
  for (const refund of order.refunds) {
    money += refund.amountMinor;
    goods += refund.goodsMinor;
    const target =
      order.totalMinor > 0
        ? shareOf(hold.capturedMinor, money, order.totalMinor)
        : shareOf(hold.capturedMinor, goods, order.goodsMinor);
    bringTo(target, `refund:${refund.refundId}`, false);
  }
  if (order.cancelledAt) bringTo(hold.capturedMinor, "cancellation", true);
  return due;
}

/** `part` of `whole` as a share of the amount, rounded down; all of it from the whole on. */
function shareOf(amountMinor: number, part: number, whole: number): number {
  if (whole <= 0 || part >= whole) return whole <= 0 && part <= 0 ? 0 : amountMinor;
  return Number((BigInt(amountMinor) * BigInt(part)) / BigInt(whole));
}

/** Credit that an order took from one grant. */
export interface SpentPart {
  amountMinor: number;
  /** Null when it never expires. */
  expiresAt: Date | null;
}

/** Credit that comes back after its own time was over lasts so long. */
const COMEBACK_DAYS = 30;

/**
 * The parts which come back next, after `returnedMinor` have come back before. Spending is undone from its
 * end: what was spent last, the longest-lived, comes back first, as if the order had used less. Each part
 * keeps its expiry; one whose time is over gets thirty days.
 *
 * @param spent in the order in which it was spent, soonest-expiring first.
 */
export function returnedParts(
  spent: SpentPart[],
  returnedMinor: number,
  amountMinor: number,
  at: { now: Date; zone: string },
): SpentPart[] {
  const parts: SpentPart[] = [];
  let skip = returnedMinor;
  let left = amountMinor;
  for (const part of spent.toReversed()) {
    const passed = Math.min(skip, part.amountMinor);
    skip -= passed;
    const taken = Math.min(left, part.amountMinor - passed);
    left -= taken;
    if (taken === 0) continue;
    parts.push({ amountMinor: taken, expiresAt: comebackExpiry(part.expiresAt, at) });
  }
  return parts;
}

/** When credit that comes back expires: as before, or at the end of the thirtieth day when that is over. */
export function comebackExpiry(
  expiresAt: Date | null,
  { now, zone }: { now: Date; zone: string },
): Date | null {
  const isOver = expiresAt !== null && expiresAt <= now;
  return isOver ? expiryAfterDays(now, COMEBACK_DAYS, zone) : expiresAt;
}
