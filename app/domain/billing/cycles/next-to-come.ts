import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import { endOfDay } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { anchorsOf } from "../../subscriptions/charges/fixed-day.ts";
import { intervalOf } from "../../subscriptions/charges/kept-day.ts";
import { firstDueAfter } from "../dates/charge-date.ts";
import { keptAfter } from "../dates/kept-time.ts";

/**
 * The date after a cycle that was past due and is settled now. Dates that have passed while it was are not made up for, and one
 * that is paid is followed by a date of a later day: nobody pays twice in one day.
 */
export function nextToCome(
  { clock, shop }: Pick<ShopContext, "clock" | "shop">,
  open: BillingCycle,
  subscription: Subscription,
  settled: "paid" | "skipped" = "paid",
): Date {
  const { ianaTimezone: zone } = shop;
  const now = clock.now();
  const passed = settled === "paid" ? endOfDay(now, zone) : now;
  if (open.state !== "past_due" || open.nextDueAt > passed) return open.nextDueAt;
  return firstDueAfter(passed, {
    dueAt: open.nextDueAt,
    interval: intervalOf(subscription),
    ...{ keeps: keptAfter(open, open.dueAt, open.nextDueAt, zone), zone },
    anchors: anchorsOf(subscription),
  });
}
