import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { BillingCalendar } from "#app/platform/platform-billing.ts";
import type { ShopContext } from "../../context.ts";
import { isPaidFor } from "../../subscriptions/charges/fixed-day.ts";
import { intervalOf } from "../../subscriptions/charges/kept-day.ts";
import { type ChosenCycle, chooseCycle } from "./choose-cycle.ts";
import { readCalendar } from "./read-calendar.ts";

/** A charge that is brought forward may leave its cycle this far ahead: a charge is moved by a year at most. */
const FAR_DAYS = 400;
/** What an interval's shortest one is, in days. */
const DAYS = { day: 1, week: 7, month: 28, year: 365 } as const;

type LastCharged = Pick<BillingCycle, "cycleIndex" | "dueAt">;

/**
 * The platform's cycles around a date, and the one that a charge due then belongs to; null where the platform has none. A cycle
 * may lie many intervals ahead, where the charge was moved away and is brought back: it is looked for when none is near. One that
 * somebody else has charged may lie as far behind, where a pause has passed it by.
 *
 * @param due.isCharged somebody may have charged, and the row does not say so yet.
 */
export async function findCycle(
  context: Pick<ShopContext, "platform" | "shop" | "clock">,
  subscription: Subscription,
  {
    dueAt,
    last,
    isCharged = false,
  }: { dueAt: Date; last: LastCharged | null; isCharged?: boolean },
): Promise<{ calendar: BillingCalendar; chosen: ChosenCycle | null }> {
  const isPaid = isPaidFor(subscription, dueAt);
  const at = { dueAt, lastIndex: last?.cycleIndex ?? 0, now: context.clock.now(), isPaid };
  const behind = isPaid || isCharged ? (last?.dueAt ?? subscription.createdAt) : undefined;
  const near = await readCalendar(context, subscription, dueAt, { behind });
  const chosen = chooseCycle(near.cycles, at);
  if (chosen) return { calendar: near, chosen };
  const { unit, count } = intervalOf(subscription);
  const ahead = Math.ceil(FAR_DAYS / (DAYS[unit] * count));
  const far = await readCalendar(context, subscription, dueAt, { ahead });
  return { calendar: far, chosen: chooseCycle(far.cycles, at) };
}
