import { endOfDay } from "#app/lib/zoned-time.ts";
import { type ChargeDate, chargesLater, firstDueAfter } from "../dates/charge-date.ts";

/**
 * The date after a charge that is owed, once its contract is charged at another interval: one new interval after the charge's own
 * date, or where that has passed, the first such date of a later day. Days on which a contract is always charged are left out: the
 * charge after it returns to them.
 *
 * @param charge with the new interval.
 */
export function nextAtInterval(charge: Omit<ChargeDate, "anchors">, now: Date): Date {
  const passed = endOfDay(now, charge.zone);
  const next = chargesLater(charge, 1);
  return next > passed ? next : firstDueAfter(passed, charge);
}
