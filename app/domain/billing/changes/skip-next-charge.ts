import type { Subscription } from "#app/generated/prisma/client.ts";
import { AppError, isAppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { type Billing, lockBilling, readBilling } from "../charging/read-billing.ts";
import { readCalendar } from "../cycles/read-calendar.ts";
import { createCycle } from "../cycles/write-cycle.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { nextDateOf } from "./next-date-of.ts";
import { planSkip, type SkipPlan } from "./plan-skip.ts";
import { refuseIfPaid } from "./refuse-if-paid.ts";
import { moveOn } from "./skip-past-due.ts";

type OnSkipped = (tx: Queries, subscription: Subscription, nextDueAt: Date) => Promise<void>;

/**
 * Leaves out the next charge: its cycle is skipped on the platform, and the date moves on to the one after it. The
 * platform comes first, so after a crash the charge is passed over when its date comes, and a repeat completes the rest.
 *
 * Safe to repeat with the same date, however often and at once: what is skipped stays skipped, and no other charge is.
 *
 * @param skip.dueAt the date of the charge that is meant, as the caller has seen it.
 * @param skip.onSkipped runs in the transaction that skips it, with the subscription and the date of the charge after it.
 * @returns whether it was this call that skipped it; false when it was skipped already.
 * @throws AppError not_found; charge_not_retryable, which says why; platform_refused, platform_unavailable.
 */
export async function skipNextCharge(
  context: ShopContext,
  {
    subscriptionId,
    dueAt,
    onSkipped,
  }: { subscriptionId: bigint; dueAt: Date; onSkipped?: OnSkipped },
): Promise<boolean> {
  const key = { shopId: context.shop.id, id: subscriptionId };
  const billing = await readBilling(context.db.prisma, key);
  if (!billing) throw new AppError("not_found", "There is no such subscription.");
  if (nextDateOf(billing)?.getTime() !== dueAt.getTime()) {
    if (await isSkipped(context, subscriptionId, dueAt)) return false;
    throw changedMeanwhile();
  }
  const skipped = await skipOnPlatform(context, billing, dueAt);
  try {
    await context.db.transaction((tx) =>
      writeSkip(context, tx, { key, dueAt, skipped, onSkipped }),
    );
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (await isSkipped(context, subscriptionId, dueAt)) return false;
    // The charge was moved or begun between the look and the skip: whoever did that was first.
    await restoreOnPlatform(context, billing, skipped);
    throw error;
  }
  await moveOn(context, subscriptionId);
  return true;
}

interface Skip {
  key: { shopId: bigint; id: bigint };
  dueAt: Date;
  skipped: SkipPlan & { endAt: Date };
  onSkipped: OnSkipped | undefined;
}

/** @throws AppError when the charge has been moved, begun or skipped meanwhile. */
async function writeSkip(
  context: ShopContext,
  tx: Queries,
  { key, dueAt, skipped, onSkipped }: Skip,
): Promise<void> {
  const current = await lockBilling(tx, key);
  if (!current || nextDateOf(current)?.getTime() !== dueAt.getTime()) throw changedMeanwhile();
  const subscriptionId = key.id;
  const now = context.clock.now();
  const { endAt, ...ofCycle } = skipped;
  const ofKey = { shopId: key.shopId, subscriptionId };
  const written = { state: "skipped", closedAt: now, createdAt: now, updatedAt: now };
  await createCycle(tx, { ...ofCycle, ...ofKey, dueAt, ...written }, endAt);
  const zone = context.shop.ianaTimezone;
  await recordActivity(context, tx, {
    kind: "billing.skipped",
    message: `The charge of ${formatDate(dueAt, zone)} is skipped. The next one is on ${formatDate(skipped.nextDueAt, zone)}.`,
    customerId: current.subscription.customerId,
    subscriptionId,
    details: { cycle_index: skipped.cycleIndex },
  });
  await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId }, now);
  await onSkipped?.(tx, current.subscription, skipped.nextDueAt);
}

async function isSkipped(
  { db, shop }: ShopContext,
  subscriptionId: bigint,
  dueAt: Date,
): Promise<boolean> {
  const where = { shopId: shop.id, subscriptionId, dueAt, state: "skipped" };
  return (await db.prisma.billingCycle.count({ where })) > 0;
}

/** @returns what our row says of the cycle that was skipped. */
async function skipOnPlatform(
  context: ShopContext,
  billing: Billing,
  dueAt: Date,
): Promise<Skip["skipped"]> {
  const { subscription } = billing;
  try {
    const calendar = await readCalendar(context, subscription, dueAt);
    const plan = planSkip(context, calendar, billing, dueAt);
    const contractId = Number(subscription.platformContractId);
    await context.platform.skipBillingCycle(contractId, plan.cycleIndex);
    return plan;
  } catch (error) {
    if (isAppError(error)) await refuseIfPaid(context, subscription.id);
    throw toPlatformChangeError(error, "skip the charge");
  }
}

async function restoreOnPlatform(
  context: ShopContext,
  { subscription }: Billing,
  { cycleIndex }: SkipPlan,
): Promise<void> {
  try {
    await context.platform.restoreBillingCycle(Number(subscription.platformContractId), cycleIndex);
  } catch (error) {
    throw toPlatformChangeError(error, "take the charge in again");
  }
}
