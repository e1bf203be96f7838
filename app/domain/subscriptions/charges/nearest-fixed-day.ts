import { chargesLater, firstDueAfter } from "../../billing/dates/charge-date.ts";
import { anchorsOf, isOnFixedDay } from "./fixed-day.ts";
import { type CountedSubscription, chargeOf } from "./kept-day.ts";

/**
 * The day whose charge one is that begins a subscription on a day that is none of its fixed ones: the next fixed day where that is less
 * than half a period away, else its own, so that nobody pays twice for one period, or once for almost two.
 *
 * @param zone the store's.
 */
export function nearestFixedDay(row: CountedSubscription, at: Date, zone: string): Date {
  const anchors = anchorsOf(row);
  if (anchors.length === 0 || isOnFixedDay(at, anchors, zone)) return at;
  const charge = chargeOf(row, at, zone);
  const next = firstDueAfter(at, charge);
  const periodMs = chargesLater({ ...charge, dueAt: next }, 1).getTime() - next.getTime();
  return 2 * (next.getTime() - at.getTime()) < periodMs ? next : at;
}
