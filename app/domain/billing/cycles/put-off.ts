import type { Subscription } from "#app/generated/prisma/client.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { changeBilling } from "../charging/change-billing.ts";
import { dueDate } from "./due-date.ts";

/**
 * Writes down that the platform takes no charge on a date that was planned, and on which one it does: whichever way the contract got that
 * date, nobody waits for a charge that is never made. The contract itself is told next.
 *
 * @returns whether the charge still had the date `from`.
 */
export async function putOff(
  context: ShopContext,
  { shopId, id }: Pick<Subscription, "shopId" | "id">,
  { from, to }: { from: Date; to: Date },
): Promise<boolean> {
  return changeBilling(context, { shopId, id }, async (tx, billing) => {
    if (!billing || billing.open) return false;
    const { subscription, last } = billing;
    if (dueDate(subscription, last)?.getTime() !== from.getTime()) return false;
    const now = context.clock.now();
    if (last) {
      const { cycleIndex } = last;
      await tx.billingCycle.update({
        where: { shopId_subscriptionId_cycleIndex: { shopId, subscriptionId: id, cycleIndex } },
        data: { nextDueAt: to, updatedAt: now },
      });
    }
    await tx.subscription.update({
      where: { shopId_id: { shopId, id } },
      data: { chargeableFrom: to },
    });
    const day = (date: Date) => formatDate(date, context.shop.ianaTimezone);
    await recordActivity(context, tx, {
      kind: "billing.put_off",
      message: `The platform takes no charge on ${day(from)}. It is made on ${day(to)}, the first day on which it can be.`,
      customerId: subscription.customerId,
      subscriptionId: id,
      details: { from: from.toISOString(), to: to.toISOString() },
    });
    return true;
  });
}
