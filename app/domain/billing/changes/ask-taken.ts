import type { BillingCalendar, TakenDate } from "#app/platform/platform-billing.ts";
import type { ShopContext } from "../../context.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import type { Billing } from "../charging/read-billing.ts";
import type { ChosenCycle } from "../cycles/choose-cycle.ts";
import { findCycle } from "../cycles/find-cycle.ts";
import { endOfLast } from "../cycles/find-last-cycle.ts";
import { laterOf } from "../dates/later-of.ts";
import { firstAfterCycle } from "../dates/soonest-date.ts";

/** With the date, the cycle that the charge is made in, and the calendar around it. */
export type Asked =
  | { date: TakenDate; chosen: ChosenCycle; calendar: BillingCalendar }
  | { onlyAfter: Date | null };

/**
 * Asks whether the platform takes the next charge on a date that somebody wishes: it has to lie after the last one, and within a cycle of
 * the platform's that has begun by then. Where the platform has no such cycle yet, the next one begins with the end of the last one.
 *
 * @returns the date, or the instant after which a charge would be taken: null where none is to come.
 * @throws AppError platform_refused, platform_unavailable: the charge could not be moved.
 */
export async function askTaken(
  context: ShopContext,
  { subscription, last }: Pick<Billing, "subscription" | "last">,
  to: Date,
): Promise<Asked> {
  const dueAt = laterOf(to, last && firstAfterCycle(last.dueAt));
  try {
    const { calendar, chosen } = await findCycle(context, subscription, { dueAt, last });
    if (!chosen) return { onlyAfter: await endOfLast(context, subscription, last) };
    if (dueAt <= chosen.startAt) return { onlyAfter: chosen.startAt };
    if (last && to <= last.dueAt) return { onlyAfter: last.dueAt };
    return { date: to as TakenDate, chosen, calendar };
  } catch (error) {
    throw toPlatformChangeError(error, "move the charge");
  }
}
