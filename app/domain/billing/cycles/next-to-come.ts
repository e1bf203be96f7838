import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import { intervalOf } from "../../subscriptions/charges/kept-day.ts";
import { firstDueAfter } from "../dates/charge-date.ts";
import { keptInZone } from "../dates/kept-time.ts";

/**
 * The date after a cycle that was past due, in the future. Dates that have passed while it was are not made up for: nobody
 * pays twice in one day.
 */
export function nextToCome(
  { clock, shop }: Pick<ShopContext, "clock" | "shop">,
  open: BillingCycle,
  subscription: Subscription,
): Date {
  const now = clock.now();
  if (open.state !== "past_due" || open.nextDueAt > now) return open.nextDueAt;
  return firstDueAfter(now, {
    dueAt: open.nextDueAt,
    interval: intervalOf(subscription),
    keeps: keptInZone(open, open.nextDueAt, shop.ianaTimezone),
    zone: shop.ianaTimezone,
  });
}
