import { formatDate } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { moveNextDate } from "../../subscriptions/charges/move-next-date.ts";
import { dateBefore } from "../../subscriptions/charges/taken-date.ts";
import { refreshContract, storeContract } from "../../subscriptions/store-contract.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { type Billing, lockBilling } from "../charging/read-billing.ts";
import type { KeptTime } from "../dates/kept-time.ts";

interface Dates {
  /** The date that the charge had. */
  from: Date;
  /** What the dates after that one return to. */
  keeps: KeptTime;
  /** The one to which it was brought forward. */
  to: Date;
}

/**
 * Gives a charge its date back that was brought forward and that the platform refused to make. Not where something was begun
 * for it meanwhile, or store credit is held for it: then it stays due, and is tried again.
 *
 * @throws PlatformFailure. The platform keeps the date of now, which comes back here with the next look at the contract: it is
 *   charged then, as whoever asked for it is told.
 */
export async function takeBack(
  context: ShopContext,
  key: { shopId: bigint; id: bigint },
  contractId: number,
  { from, keeps, to }: Dates,
): Promise<void> {
  const { db, shop, platform } = context;
  const rowBefore = await db.transaction(async (tx) => {
    const current = await lockBilling(tx, key);
    if (!current || !isUntouched(current, to)) return null;
    const { subscription, open } = current;
    if (open) {
      const { shopId, subscriptionId, cycleIndex } = open;
      const cycle = { shopId, subscriptionId, cycleIndex };
      await tx.billingCycle.delete({ where: { shopId_subscriptionId_cycleIndex: cycle } });
    }
    const isFree = open !== null;
    const dates = { from: to, to: from, keeps, isFree };
    const row = await moveNextDate(context, tx, subscription, dates);
    await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId: key.id }, from);
    await recordActivity(context, tx, {
      kind: "billing.date_kept",
      message: `The platform refused to charge now. The charge stays on ${formatDate(from, shop.ianaTimezone)}.`,
      customerId: subscription.customerId,
      subscriptionId: key.id,
    });
    return row;
  });
  if (!rowBefore) return void (await refreshContract(context, contractId));
  const contract = await platform.setNextBillingDate(contractId, dateBefore(from));
  await storeContract(context, contract, { rowBefore });
}

function isUntouched(billing: Billing, to: Date): boolean {
  const { subscription, open, running } = billing;
  if (running) return false;
  if (!open) return subscription.nextBillingAt?.getTime() === to.getTime();
  return open.state === "open" && open.dueAt.getTime() === to.getTime() && !open.creditHoldId;
}
