import { type Fraction, floor, fraction, multiply } from "#app/lib/fraction.ts";
import { partsBack, shareBack } from "#app/lib/paid-back.ts";
import type { PlatformOrder, PlatformSoldLine } from "#app/platform/platform-order.ts";
import { expiryAfterDays } from "../grants/credit-expiry.ts";
import { creditOnLine } from "../holds/credit-hold.ts";

/** One return that is due: for a refund, or for the cancellation. */
export interface DueReturn {
  /** Names its cause, among those of one hold. */
  cause: string;
  amountMinor: number;
  isCancellation: boolean;
}

/** What of an order says how much of the credit that it used comes back. */
export type ReturnedOrder = Pick<
  PlatformOrder,
  "taxesIncluded" | "unpaidMinor" | "lines" | "refunds" | "cancelledAt"
>;

/**
 * What refunds and a cancellation still have to give back of the credit that an order used: what had paid for the goods that came
 * back (see {@link partsBack}). It is counted from all refunds up to each, so that rounding never adds up: parts give back no more
 * than was captured, and the whole gives back exactly that. A cancellation gives back what is left.
 */
export function dueReturns(
  hold: { capturedMinor: number; returnedMinor: number },
  order: ReturnedOrder,
): DueReturn[] {
  const due: DueReturn[] = [];
  let returned = hold.returnedMinor;
  const bringTo = (target: number, cause: string, isCancellation: boolean) => {
    if (target <= returned) return;
    due.push({ cause, amountMinor: target - returned, isCancellation });
    returned = target;
  };
  for (const [at, { refundId }] of order.refunds.entries()) {
    const share = creditBack(order, order.refunds.slice(0, at + 1));
    const target = floor(multiply(fraction(hold.capturedMinor), share));
    bringTo(target, `refund:${refundId}`, false);
  }
  if (order.cancelledAt) bringTo(hold.capturedMinor, "cancellation", true);
  return due;
}

/** Of the credit in the lines the share that has come back. Of lines on which none is known, by what they cost. */
function creditBack(order: ReturnedOrder, refunds: ReturnedOrder["refunds"]): Fraction {
  const isKnown = order.lines.some((line) => creditOnLine(line) > 0);
  const weightOf = (line: PlatformSoldLine) => (isKnown ? creditOnLine(line) : line.totalMinor);
  return shareBack(order.lines, weightOf, partsBack(order, refunds));
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
