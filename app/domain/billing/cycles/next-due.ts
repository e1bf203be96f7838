import type { BillingCalendar, PlatformBillingCycle } from "#app/platform/platform-billing.ts";
import { isOnFixedDay } from "../../subscriptions/charges/fixed-day.ts";
import { type ChargeDate, chargesLater, firstDueAfter } from "../dates/charge-date.ts";
import { keptTimeOf, toLocal } from "../dates/kept-time.ts";
import { laterOf } from "../dates/later-of.ts";
import { firstAfterCycle } from "../dates/soonest-date.ts";
import type { ChosenCycle } from "./choose-cycle.ts";

/**
 * The date after a charge. While our date is the platform's, the platform's next one; otherwise one interval later, counted
 * as `dates/` counts. After the last day of a month, and after a day that is not the kept one, we always count, because we know
 * which day was meant. The platform may take that day itself (where an imported contract began in a short month), or a later one
 * (where somebody moved the charge). A contract with fixed days has the platform's next one in any case.
 * After a charge that came long before the end of its cycle, the date is behind that end: the platform's next cycle begins then.
 *
 * @param origin the date that it had before anybody moved it, as the row knows it.
 */
export function nextDue(
  calendar: Pick<BillingCalendar, "cycles" | "anchors">,
  chosen: Pick<ChosenCycle, "index" | "expectedAt" | "endAt">,
  charge: ChargeDate,
  origin: Date,
): Date {
  const next =
    calendar.anchors.length > 0
      ? nextFixedDay(calendar, chosen, charge, origin)
      : countedNext(calendar, chosen, charge);
  return laterOf(next, firstAfterCycle(chosen.endAt));
}

/**
 * The first fixed day after the one whose charge this is, and after its own date. Whose charge it is, the row knows; where the charge was
 * moved before the row knew of fixed days, its cycle. While the day is the cycle's, the platform's calendar has the next one. Another day's
 * cycle is none to go by: a pause has passed it by, or another interval has made it longer.
 */
function nextFixedDay(
  { cycles, anchors }: Pick<BillingCalendar, "cycles" | "anchors">,
  { index: last, expectedAt }: Pick<ChosenCycle, "index" | "expectedAt">,
  charge: ChargeDate,
  origin: Date,
): Date {
  const { dueAt, zone } = charge;
  const isKnown = isOnFixedDay(origin, anchors, zone);
  const day = isKnown ? origin : laterOf(expectedAt, origin);
  const passed = laterOf(day, dueAt);
  const isOfCycle = !isKnown || day.getTime() === expectedAt.getTime();
  const next =
    isOfCycle &&
    cycles.find(
      ({ index, expectedAt: at, isSkipped }) => index > last && at > passed && !isSkipped,
    );
  if (next) return next.expectedAt;
  return firstDueAfter(passed, { ...charge, dueAt: day, keeps: keptTimeOf(day, zone), anchors });
}

function countedNext(
  { cycles }: Pick<BillingCalendar, "cycles">,
  chosen: Pick<ChosenCycle, "index" | "expectedAt">,
  charge: ChargeDate,
): Date {
  const { dueAt } = charge;
  if (chosen.expectedAt.getTime() === dueAt.getTime()) {
    const next = cycles.find(
      ({ index, expectedAt, isSkipped }) =>
        index > chosen.index && expectedAt > dueAt && !isSkipped,
    );
    const times = next && next.index - chosen.index;
    if (times && isCountedFromAnotherDay(next, times, charge)) return chargesLater(charge, times);
    if (next) return next.expectedAt;
  }
  return firstDueAfter(dueAt, charge);
}

/**
 * Whether the platform may have counted its next date from another day than the kept one: after the last day of a month, and
 * after a charge that is on neither. A move of the store to another zone leaves it so: 28 February at midnight is the 27th there,
 * and the kept day the 30th.
 */
function isCountedFromAnotherDay(
  { expectedAt }: Pick<PlatformBillingCycle, "expectedAt">,
  times: number,
  charge: ChargeDate,
): boolean {
  const { interval, keeps } = charge;
  const { day, daysInMonth } = toLocal(charge.dueAt, charge.zone);
  const isByMonth = interval.unit === "month" || interval.unit === "year";
  if (!isByMonth || (day === keeps.dayOfMonth && day !== daysInMonth)) return false;
  const days = Array.from({ length: 32 - day }, (_, later) => day + later);
  return days.some((dayOfMonth) => {
    const counted = chargesLater({ ...charge, keeps: { ...keeps, dayOfMonth } }, times);
    return counted.getTime() === expectedAt.getTime();
  });
}
