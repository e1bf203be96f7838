import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { PlatformBillingAttempt } from "#app/platform/platform-billing.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { refreshOrderJob } from "../../orders/order-jobs.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { countChange } from "../../subscriptions/lists/list-totals.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { type Billing, lockBilling } from "../charging/read-billing.ts";
import { writeClosed } from "../cycles/close-cycle.ts";
import { nextToCome } from "../cycles/next-to-come.ts";
import { recordPaid } from "./record-paid.ts";

/**
 * Ends an open cycle that somebody else has charged: the platform by itself, the store's staff, another app. Their attempt becomes a
 * row among ours, with its order, so that the credit that paid a part of it, the revenue that was won back and what the
 * customer reads come out as after a charge of our own. Safe to repeat.
 *
 * @param attempt theirs; null where the platform does not show it.
 * @param ownKey of an attempt of ours for this cycle that has not been made and never will.
 */
export async function settleElsewhere(
  context: ShopContext,
  { shopId, id }: Pick<Subscription, "shopId" | "id">,
  cycleIndex: number,
  attempt: PlatformBillingAttempt | null,
  ownKey: string | null = null,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const billing = await lockBilling(tx, { shopId, id });
    if (billing?.open?.cycleIndex !== cycleIndex) return;
    const { running } = billing;
    if (running && !(running.status === "starting" && running.idempotencyKey === ownKey)) return;
    if (running)
      await tx.billingAttempt.delete({ where: { shopId_id: { shopId, id: running.id } } });
    if (attempt) await recordTheirs(context, tx, { ...billing, running: null }, attempt);
    else await recordUnseen(context, tx, billing);
    const now = context.clock.now();
    const { dueAt, nextDueAt } = billing.open;
    // A charge that comes long before its day does not say itself which period it pays.
    if (dueAt > now) {
      await tx.subscription.update({
        where: { shopId_id: { shopId, id } },
        data: { paidUntil: nextDueAt },
      });
    }
    // Whoever has found it out goes on or not: the date that comes next is told to the platform in any case.
    await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId: id }, now);
  });
}

async function recordTheirs(
  context: ShopContext,
  tx: Queries,
  billing: Billing,
  { attemptId, idempotencyKey, outcome }: PlatformBillingAttempt,
): Promise<void> {
  const { subscription, open } = billing;
  if (!open || outcome.kind !== "success") return;
  const { shopId, subscriptionId, cycleIndex } = open;
  const latest = await tx.billingAttempt.findFirst({
    where: { shopId, subscriptionId, cycleIndex },
    orderBy: { attemptNumber: "desc" },
    select: { attemptNumber: true },
  });
  const { order } = outcome;
  const at = outcome.at ?? context.clock.now();
  const [paid] = await tx.billingAttempt.createManyAndReturn({
    data: {
      shopId,
      subscriptionId,
      cycleIndex,
      attemptNumber: (latest?.attemptNumber ?? 0) + 1,
      idempotencyKey,
      status: "success",
      platformAttemptId: BigInt(attemptId),
      amountMinor: order
        ? BigInt(order.amountMinor)
        : (subscription.nextChargeMinor ?? subscription.priceMinor),
      currency: order?.currency ?? subscription.currency,
      platformOrderId: order ? BigInt(order.orderId) : null,
      createdAt: at,
      completedAt: at,
    },
    skipDuplicates: true,
  });
  // An import of past charges has it.
  if (!paid) return recordUnseen(context, tx, billing);
  const list = { shopId, list: "billing_attempts" } as const;
  await countChange(tx, list, null, { planId: null, status: "success" });
  await recordPaid(context, tx, billing, paid, { order: order?.name ?? null, isOutside: true });
  if (order) await addJob(tx, refreshOrderJob, { shopId, orderId: order.orderId });
}

async function recordUnseen(
  context: ShopContext,
  tx: Queries,
  { subscription, open }: Billing,
): Promise<void> {
  if (!open) return;
  await writeClosed(context, tx, open, "paid", nextToCome(context, open, subscription));
  await recordActivity(context, tx, {
    kind: "billing.passed_over",
    message: `The charge of ${formatDate(open.dueAt, context.shop.ianaTimezone)} is not made: the platform has charged it already.`,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    details: { cycle_index: open.cycleIndex },
  });
}
