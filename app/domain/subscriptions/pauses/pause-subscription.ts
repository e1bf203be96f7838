import type { Subscription } from "#app/generated/prisma/client.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { asItIsNow } from "../changes/as-it-is-now.ts";
import type { ChangeGuard } from "../changes/change-guard.ts";
import { oneChangeAtATime } from "../changes/one-change-at-a-time.ts";
import { contractCancelledError, toContractActor } from "../changes/platform-change.ts";
import { assertBegun } from "../import-state.ts";
import { recordSubscriptionEvent } from "../record-subscription-event.ts";
import { refreshContract, storeContract } from "../store-contract.ts";
import { resumeSubscriptionTask } from "../subscription-jobs.ts";
import { type PausePlan, pausableOf, planPauseOfDays } from "./pause-plan.ts";

/**
 * Pauses a subscription for a number of whole days from now; a paused one gets the new end (contract,
 * section 3.2). A due task resumes it. Safe to repeat.
 *
 * @param guard decides, with the subscription locked, whether the pause is still wanted.
 * @throws AppError contract_cancelled, contract_waiting, platform_refused, platform_unavailable (whether it was
 * paused is unknown; repeat).
 */
export async function pauseSubscription(
  context: ShopContext,
  subscription: Subscription,
  days: number,
  guard?: ChangeGuard,
): Promise<Subscription> {
  const { ianaTimezone } = context.shop;
  try {
    const planFor = (row: Subscription) =>
      planPauseOfDays(pausableOf(row, ianaTimezone), days, context.clock.now(), ianaTimezone);
    return await beginPause(context, subscription, planFor, guard);
  } catch (error) {
    throw toPlatformChangeError(error, "pause");
  }
}

/**
 * Starts a pause, or changes the end of a running one. The end is saved and scheduled before the platform is
 * called, so it is known when the pause is first reported. Safe to repeat with the same plan.
 *
 * @param planFor the plan, from the row as it is when the pause has its turn.
 * @throws AppError contract_cancelled, contract_waiting. @throws PlatformFailure.
 */
export function beginPause(
  context: ShopContext,
  subscription: Subscription,
  planFor: (row: Subscription) => PausePlan,
  guard?: ChangeGuard,
): Promise<Subscription> {
  return oneChangeAtATime(context, subscription, async (stored) => {
    const row = await asItIsNow(context, stored);
    return pauseNow(context, row, planFor(row), guard);
  });
}

async function pauseNow(
  context: ShopContext,
  subscription: Subscription,
  plan: PausePlan,
  guard?: ChangeGuard,
): Promise<Subscription> {
  // A pause ends by itself, and an import must not.
  assertBegun(subscription);
  await writePlan(context, subscription, plan, guard);
  try {
    const contract = await context.platform.pauseContract(
      Number(subscription.platformContractId),
      toContractActor(context.actor),
    );
    const row = await storeContract(context, contract, { rowBefore: subscription });
    if (row.status !== "paused" || row.pausedUntil) return row;
    // Another process has resumed it in between and cleared the plan, but the platform has it paused.
    await writePlan(context, row, plan);
    return { ...row, pausedUntil: plan.until, billingResumesAt: plan.billingResumesAt };
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    await dropPlan(context, subscription, plan);
    const now = await refreshContract(context, Number(subscription.platformContractId));
    throw now?.status === "cancelled" ? contractCancelledError() : error;
  }
}

async function writePlan(
  context: ShopContext,
  before: Subscription,
  { until, billingResumesAt }: PausePlan,
  guard?: ChangeGuard,
): Promise<void> {
  const { shopId, id } = before;
  await context.db.transaction(async (tx) => {
    await guard?.(tx);
    const [row] = await tx.subscription.updateManyAndReturn({
      where: { shopId, id, status: { not: "cancelled" } },
      data: { pausedUntil: until, billingResumesAt, updatedAt: context.clock.now() },
    });
    if (!row) throw contractCancelledError();
    const task = { subscriptionId: id, until: until.toISOString() };
    await scheduleTask(context, tx, resumeSubscriptionTask, task, until);
    if (row.status !== "paused") return;
    await recordSubscriptionEvent(context, tx, before, row);
    await recordActivity(context, tx, {
      kind: "subscription.pause_changed",
      message: `The pause of ${row.planName} now ends on ${formatDate(until, context.shop.ianaTimezone)}.`,
      customerId: row.customerId,
      subscriptionId: id,
      details: { paused_until: until.toISOString() },
    });
  });
}

/** Clears the plan of a pause that the platform rejected. */
async function dropPlan(
  context: ShopContext,
  { shopId, id }: Subscription,
  { until }: PausePlan,
): Promise<void> {
  await context.db.prisma.subscription.updateMany({
    where: { shopId, id, status: "active", pausedUntil: until },
    data: { pausedUntil: null, billingResumesAt: null },
  });
}
