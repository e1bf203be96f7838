import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { intervalOf } from "../../subscriptions/charges/kept-day.ts";
import { chargeOfCycle } from "./charge-of-cycle.ts";
import { nextAtInterval } from "./next-at-interval.ts";

/** Counts the date after the latest cycle again: the contract's interval has changed. */
export async function recountNext(
  { clock, shop }: Pick<ShopContext, "clock" | "shop">,
  tx: Queries,
  subscription: Subscription,
  last: BillingCycle,
): Promise<Date> {
  const now = clock.now();
  const charge = chargeOfCycle(last, intervalOf(subscription), shop.ianaTimezone);
  const nextDueAt = nextAtInterval(charge, now);
  const { shopId, subscriptionId, cycleIndex } = last;
  await tx.billingCycle.update({
    where: { shopId_subscriptionId_cycleIndex: { shopId, subscriptionId, cycleIndex } },
    data: { nextDueAt, updatedAt: now },
  });
  return nextDueAt;
}
