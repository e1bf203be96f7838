import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { KeptTime } from "../../billing/dates/kept-time.ts";
import type { ShopContext } from "../../context.ts";
import { recordSubscriptionEvent } from "../record-subscription-event.ts";
import { rightsAfter } from "../rights/rights.ts";
import { movedField } from "./fixed-day.ts";
import { keptFields } from "./kept-day.ts";

interface NextDate {
  /** Its date, which the row may not have yet. */
  from: Date;
  to: Date;
  /** What the dates after it keep. */
  keeps: KeptTime;
  /** The cycle that was begun for the date before it is free again. */
  isFree?: boolean;
}

/**
 * Gives the next charge another date in our row, before the platform hears of it. What follows from a date follows here, because
 * the platform's answer brings no news then: the event, what the owner has, the reminders and the charge.
 *
 * @param before the row, which the caller has locked.
 */
export async function moveNextDate(
  context: ShopContext,
  tx: Queries,
  before: Subscription,
  { from, to: nextBillingAt, keeps, isFree = false }: NextDate,
): Promise<Subscription> {
  const now = context.clock.now();
  const rights = rightsAfter(before, { ...before, nextBillingAt }, now);
  const after = await tx.subscription.update({
    where: { shopId_id: { shopId: before.shopId, id: before.id } },
    data: {
      ...{ nextBillingAt, updatedAt: now },
      ...movedField(before, from, nextBillingAt),
      ...keptFields(keeps, context.shop.ianaTimezone),
      ...(isFree && { chargeableFrom: null }),
      ...(rights && { rights }),
    },
  });
  await recordSubscriptionEvent(context, tx, before, after);
  for (const follower of context.subscriptionFollowers) {
    await follower.onRecorded?.(context, tx, [{ before, after, isNews: true }]);
  }
  return after;
}
