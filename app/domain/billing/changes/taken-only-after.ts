import type { ShopContext } from "../../context.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import type { Billing } from "../charging/read-billing.ts";
import { findCycle } from "../cycles/find-cycle.ts";

/**
 * Looks whether the platform takes a charge that comes early: it has to lie after the last one, and within a cycle of the platform's
 * that has begun by then.
 *
 * @returns null where it does; else the instant after which it would.
 * @throws AppError platform_refused, platform_unavailable: the charge could not be moved.
 */
export async function takenOnlyAfter(
  context: ShopContext,
  { subscription, last }: Pick<Billing, "subscription" | "last">,
  to: Date,
): Promise<Date | null> {
  if (last && to <= last.dueAt) return last.dueAt;
  try {
    const lastIndex = last?.cycleIndex ?? 0;
    const { calendar, chosen } = await findCycle(context, subscription, { dueAt: to, lastIndex });
    const startAt = calendar.cycles.find(({ index }) => index === chosen?.index)?.startAt;
    return startAt && to < startAt ? startAt : null;
  } catch (error) {
    throw toPlatformChangeError(error, "move the charge");
  }
}
