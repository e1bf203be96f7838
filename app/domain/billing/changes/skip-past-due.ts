import { AppError } from "#app/lib/app-error.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { askIfPaidOrGoOn } from "../attempts/ask-if-paid.ts";
import { billSubscription } from "../charging/bill-subscription.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { lockBilling, readBilling } from "../charging/read-billing.ts";
import { writeClosed } from "../cycles/close-cycle.ts";
import { nextToCome } from "../cycles/next-to-come.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { chargeIsRunning } from "./charge-is-running.ts";

/**
 * Gives up a charge that has failed, at the merchant's wish: the cycle ends without a payment, and the date moves on to
 * the next one in the future. Safe to repeat.
 *
 * @throws AppError not_found; charge_not_retryable while a charge runs, and when the cycle has ended otherwise;
 * platform_unavailable never: a due task moves the date on as soon as the platform answers.
 */
export async function skipPastDue(
  context: ShopContext,
  { subscriptionId, cycleIndex }: { subscriptionId: bigint; cycleIndex: number },
): Promise<void> {
  const key = { shopId: context.shop.id, id: subscriptionId };
  await findPayment(context, key, cycleIndex);
  const isEnded = await context.db.transaction(async (tx) => {
    const billing = await lockBilling(tx, key);
    if (!billing) throw new AppError("not_found", "There is no such subscription.");
    const { open, running, subscription } = billing;
    if (open?.cycleIndex !== cycleIndex) {
      const where = { shopId: key.shopId, subscriptionId, cycleIndex, state: "skipped" };
      if ((await tx.billingCycle.count({ where })) > 0) return false;
      throw changedMeanwhile();
    }
    if (running) throw chargeIsRunning();
    await writeClosed(
      context,
      tx,
      open,
      "skipped",
      nextToCome(context, open, subscription, "skipped"),
    );
    await recordActivity(context, tx, {
      kind: "billing.skipped",
      message: `The charge of ${formatDate(open.dueAt, context.shop.ianaTimezone)} is skipped. It is not retried.`,
      customerId: subscription.customerId,
      subscriptionId,
      details: { cycle_index: cycleIndex },
    });
    const payload = { subscriptionId };
    await scheduleTask(context, tx, billSubscriptionTask, payload, context.clock.now());
    return true;
  });
  if (isEnded) await moveOn(context, subscriptionId);
}

/** What somebody else has charged is paid and not skipped. A platform that cannot be asked keeps no merchant from skipping. */
async function findPayment(
  context: ShopContext,
  key: { shopId: bigint; id: bigint },
  cycleIndex: number,
): Promise<void> {
  const billing = await readBilling(context.db.prisma, key);
  if (billing?.open?.cycleIndex !== cycleIndex || billing.running) return;
  await askIfPaidOrGoOn(context, billing.subscription, billing.open);
}

/** The task has the same to do. Done here too, so that whoever has skipped it sees the next date. */
export async function moveOn(context: ShopContext, subscriptionId: bigint): Promise<void> {
  try {
    await billSubscription(context, subscriptionId);
  } catch (err) {
    context.log.warn({ err, subscriptionId }, "the date of a skipped charge moves on later");
  }
}
