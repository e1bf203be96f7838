import type { BillingCalendar, PlatformBillingCycle } from "#app/platform/platform-billing.ts";
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
 * @param fixedDay the day whose charge it is, as the row knows it.
 */
export function nextDue(
  calendar: Pick<BillingCalendar, "cycles" | "anchors">,
  chosen: Pick<ChosenCycle, "index" | "expectedAt" | "endAt">,
  charge: ChargeDate,
  fixedDay: Date,
): Date {
  const next =
    calendar.anchors.length > 0
      ? nextFixedDay(calendar, chosen, charge, fixedDay)
      : countedNext(calendar, chosen, charge);
  return laterOf(next, firstAfterCycle(chosen.endAt));
}

/**
 * The first day of the platform's calendar after the one whose charge this is, and after its own date. Whose charge it is, is known by
 * its cycle; by the row alone where a pause had passed by cycles before somebody brought the charge forward into one of them.
 */
function nextFixedDay(
  { cycles, anchors }: Pick<BillingCalendar, "cycles" | "anchors">,
  { index: last, expectedAt }: Pick<ChosenCycle, "index" | "expectedAt">,
  charge: ChargeDate,
  fixedDay: Date,
): Date {
  const standsFor = laterOf(expectedAt, fixedDay);
  const passed = laterOf(standsFor, charge.dueAt);
  const next = cycles.find(
    ({ index, expectedAt: day, isSkipped }) => index > last && day > passed && !isSkipped,
  );
  if (next) return next.expectedAt;
  const keeps = keptTimeOf(standsFor, charge.zone);
  return firstDueAfter(passed, { ...charge, dueAt: standsFor, keeps, anchors });
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
