import type { BillingCycle } from "#app/generated/prisma/client.ts";
import type { BillingCalendar } from "#app/platform/platform-billing.ts";
import type { ShopContext } from "../../context.ts";
import { refuse } from "../../refusals/refuse.ts";
import { isPaidFor, originOf } from "../../subscriptions/charges/fixed-day.ts";
import { intervalOf, keptFields } from "../../subscriptions/charges/kept-day.ts";
import type { Billing } from "../charging/read-billing.ts";
import { chooseCycle } from "../cycles/choose-cycle.ts";
import { nextDue } from "../cycles/next-due.ts";
import { keptBy } from "../cycles/read-calendar.ts";
import type { KeptRow } from "../dates/kept-time.ts";

/** What our row says of a cycle that is skipped. */
export type SkipPlan = Pick<BillingCycle, "cycleIndex" | "dueAt" | "nextDueAt" | keyof KeptRow>;

/**
 * Which cycle of the platform's a charge belongs to, and when the one after it is due.
 *
 * @param calendar of the platform, around the charge's date.
 * @returns with the end of the platform's cycle, until which no other charge is taken.
 * @throws AppError charge_not_retryable where the platform has no such charge, or has made it.
 */
export function planSkip(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  calendar: BillingCalendar,
  { subscription, last }: Pick<Billing, "subscription"> & { last: SkipPlan | null },
  dueAt: Date,
): SkipPlan & { endAt: Date } {
  const zone = shop.ianaTimezone;
  const lastIndex = last?.cycleIndex ?? 0;
  const at = { dueAt, lastIndex, now: clock.now(), isPaid: isPaidFor(subscription, dueAt) };
  const chosen = chooseCycle(calendar.cycles, at);
  if (!chosen || chosen.kind === "charged_elsewhere") {
    const message = "The platform has no charge on this day, or has made it already.";
    throw refuse("no_such_charge", {}, message);
  }
  const keeps = keptBy(subscription, last, dueAt, zone);
  const charge = { dueAt, interval: intervalOf(subscription), keeps, zone };
  return {
    cycleIndex: chosen.index,
    dueAt,
    endAt: chosen.endAt,
    nextDueAt: nextDue(calendar, chosen, charge, originOf(subscription, dueAt, zone)),
    ...keptFields(keeps, zone),
  };
}
