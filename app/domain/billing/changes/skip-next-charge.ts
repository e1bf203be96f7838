import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { lockBilling, readBilling } from "../charging/read-billing.ts";
import { chooseCycle } from "../cycles/choose-cycle.ts";
import { nextDue } from "../cycles/next-due.ts";
import { intervalOf, keptBy, readCalendar } from "../cycles/read-calendar.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { nextDateOf } from "./next-date-of.ts";
import { moveOn } from "./skip-past-due.ts";

/**
 * Leaves out the next charge: its cycle is skipped on the platform, and the date moves on to the one after it. The
 * platform comes first, so after a crash the charge is passed over when its date comes, and a repeat completes the rest.
 *
 * Safe to repeat with the same date, however often and at once: what is skipped stays skipped, and no other charge is.
 *
 * @param skip.dueAt the date of the charge that is meant, as the caller has seen it.
 * @param skip.onSkipped runs in the transaction that skips it.
 * @returns whether it was this call that skipped it; false when it was skipped already.
 * @throws AppError not_found; charge_not_retryable, which says why; platform_refused, platform_unavailable.
 */
export async function skipNextCharge(
  context: ShopContext,
  {
    subscriptionId,
    dueAt,
    onSkipped,
  }: { subscriptionId: bigint; dueAt: Date; onSkipped?: (tx: Queries) => Promise<void> },
): Promise<boolean> {
  const key = { shopId: context.shop.id, id: subscriptionId };
  const billing = await readBilling(context.db.prisma, key);
  if (!billing) throw new AppError("not_found", "There is no such subscription.");
  if (nextDateOf(billing)?.getTime() !== dueAt.getTime()) {
    if (await isSkipped(context, subscriptionId, dueAt)) return false;
    throw changedMeanwhile();
  }
  const skipped = await skipOnPlatform(context, billing.subscription, billing.last, dueAt);
  const isOurs = await context.db.transaction(async (tx) => {
    const current = await lockBilling(tx, key);
    if (!current || nextDateOf(current)?.getTime() !== dueAt.getTime()) return false;
    const now = context.clock.now();
    await tx.billingCycle.create({
      data: {
        ...skipped,
        shopId: key.shopId,
        subscriptionId,
        dueAt,
        state: "skipped",
        closedAt: now,
        createdAt: now,
        updatedAt: now,
      },
    });
    const zone = context.shop.ianaTimezone;
    await recordActivity(context, tx, {
      kind: "billing.skipped",
      message: `The charge of ${formatDate(dueAt, zone)} is skipped. The next one is on ${formatDate(skipped.nextDueAt, zone)}.`,
      customerId: current.subscription.customerId,
      subscriptionId,
      details: { cycle_index: skipped.cycleIndex },
    });
    await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId }, now);
    await onSkipped?.(tx);
    return true;
  });
  if (isOurs) await moveOn(context, subscriptionId);
  return isOurs;
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
  subscription: Subscription,
  last: BillingCycle | null,
  dueAt: Date,
) {
  const zone = context.shop.ianaTimezone;
  const contractId = Number(subscription.platformContractId);
  try {
    const calendar = await readCalendar(context, subscription, dueAt);
    const lastIndex = last?.cycleIndex ?? 0;
    const chosen = chooseCycle(calendar.cycles, { dueAt, lastIndex, now: context.clock.now() });
    if (!chosen || chosen.kind === "charged_elsewhere") {
      const message = "The platform has no charge on this day, or has made it already.";
      throw new AppError("charge_not_retryable", message);
    }
    const keeps = keptBy(subscription, last, dueAt, zone);
    const charge = { dueAt, interval: intervalOf(subscription), keeps, zone };
    const nextDueAt = nextDue(calendar, chosen, charge);
    await context.platform.skipBillingCycle(contractId, chosen.index);
    return {
      cycleIndex: chosen.index,
      nextDueAt,
      keptDay: keeps.dayOfMonth,
      keptTime: keeps.time,
    };
  } catch (error) {
    throw toPlatformChangeError(error, "skip the charge");
  }
}
