import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import { addIntervals } from "#app/lib/zoned-time.ts";
import type { BillingCalendar } from "#app/platform/platform-billing.ts";
import type { ShopContext } from "../../context.ts";
import { chargeOf, intervalOf } from "../../subscriptions/charges/kept-day.ts";
import { type KeptRow, type KeptTime, keptAfter } from "../dates/kept-time.ts";

/** The cycles from two intervals before a date, or from `behind` where that is earlier, to `ahead` intervals after it. */
export function readCalendar(
  { platform, shop }: Pick<ShopContext, "platform" | "shop">,
  subscription: Subscription,
  dueAt: Date,
  { ahead = 3, behind }: { ahead?: number; behind?: Date | undefined } = {},
): Promise<BillingCalendar> {
  const interval = intervalOf(subscription);
  const before = addIntervals(dueAt, interval, -2, shop.ianaTimezone);
  return platform.listBillingCycles(Number(subscription.platformContractId), {
    from: behind && behind < before ? behind : before,
    to: addIntervals(dueAt, interval, ahead, shop.ianaTimezone),
  });
}

/** What the dates after a charge due at `dueAt` return to. */
export function keptBy(
  subscription: Subscription,
  last: Pick<BillingCycle, "dueAt" | "nextDueAt" | keyof KeptRow> | null,
  dueAt: Date,
  zone: string,
): KeptTime {
  const isNext = subscription.nextBillingAt?.getTime() === dueAt.getTime();
  // The platform's date may lag behind the last charge, and ours with it.
  if (!(isNext && subscription.keptDay) && last?.nextDueAt.getTime() === dueAt.getTime()) {
    // A date that was counted is on its day. The end of the platform's cycle may not be, and begins a new one.
    return keptAfter(last, last.dueAt, dueAt, zone);
  }
  return chargeOf(subscription, dueAt, zone).keeps;
}
