import type { BillingCalendar, PlatformBillingCycle } from "#app/platform/platform-billing.ts";
import { type ChargeDate, chargesLater, firstDueAfter } from "../dates/charge-date.ts";
import { toLocal } from "../dates/kept-time.ts";
import type { ChosenCycle } from "./choose-cycle.ts";

/**
 * The date after a charge. While ours is the platform's, the platform's next one; otherwise one interval later, counted
 * as `dates/` counts. So it is too after the last day of a month, which may stand for several: the platform goes on from that day
 * itself when a contract's first date is in a short month, as an imported one's may be, or to another day than the one to which
 * somebody has moved the charges.
 */
export function nextDue(
  { cycles, anchors }: BillingCalendar,
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
    if (times && anchors.length === 0 && isCountedFromMonthEnd(next, times, charge)) {
      return chargesLater(charge, times);
    }
    if (next) return next.expectedAt;
  }
  return firstDueAfter(dueAt, { ...charge, anchors });
}

/** Whether the platform's next date is the one that follows a month's last day, for whichever day that one stands. */
function isCountedFromMonthEnd(
  { expectedAt }: Pick<PlatformBillingCycle, "expectedAt">,
  times: number,
  charge: ChargeDate,
): boolean {
  const { interval, keeps } = charge;
  const { day, daysInMonth } = toLocal(charge.dueAt, charge.zone);
  const isByMonth = interval.unit === "month" || interval.unit === "year";
  if (!isByMonth || day !== daysInMonth) return false;
  const days = Array.from({ length: 32 - day }, (_, later) => day + later);
  return days.some((dayOfMonth) => {
    const counted = chargesLater({ ...charge, keeps: { ...keeps, dayOfMonth } }, times);
    return counted.getTime() === expectedAt.getTime();
  });
}
