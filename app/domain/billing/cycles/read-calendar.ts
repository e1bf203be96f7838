import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import { addIntervals, type Interval } from "#app/lib/zoned-time.ts";
import type { BillingCalendar } from "#app/platform/platform-billing.ts";
import type { ShopContext } from "../../context.ts";
import type { KeptTime } from "../dates/kept-time.ts";
import { keptAtFirstSight } from "./next-due.ts";

export function intervalOf({ intervalUnit, intervalCount }: Subscription): Interval {
  return { unit: intervalUnit as Interval["unit"], count: intervalCount };
}

/** The cycles from two intervals before a date to `ahead` intervals after it. */
export function readCalendar(
  { platform, shop }: Pick<ShopContext, "platform" | "shop">,
  subscription: Subscription,
  dueAt: Date,
  ahead = 3,
): Promise<BillingCalendar> {
  const interval = intervalOf(subscription);
  return platform.listBillingCycles(Number(subscription.platformContractId), {
    from: addIntervals(dueAt, interval, -2, shop.ianaTimezone),
    to: addIntervals(dueAt, interval, ahead, shop.ianaTimezone),
  });
}

/** What the dates after a charge due at `dueAt` return to. */
export function keptBy(
  subscription: Subscription,
  last: Pick<BillingCycle, "nextDueAt" | "keptDay" | "keptTime"> | null,
  dueAt: Date,
  zone: string,
): KeptTime {
  if (last && last.nextDueAt.getTime() === dueAt.getTime()) {
    return { dayOfMonth: last.keptDay, time: last.keptTime };
  }
  const interval = intervalOf(subscription);
  return keptAtFirstSight({ dueAt, startedAt: startOf(subscription), interval, zone });
}

/** From which a subscription's dates are counted: at the old app, where it was imported. */
export function startOf({
  originalStartAt,
  platformCreatedAt,
}: Pick<Subscription, "originalStartAt" | "platformCreatedAt">): Date {
  return originalStartAt ?? platformCreatedAt;
}
