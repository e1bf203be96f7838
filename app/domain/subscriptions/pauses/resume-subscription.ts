import type { Subscription } from "#app/generated/prisma/client.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ChargeDate } from "../../billing/dates/charge-date.ts";
import { keptTimeOf } from "../../billing/dates/kept-time.ts";
import { soonestDate } from "../../billing/dates/soonest-date.ts";
import type { ShopContext } from "../../context.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { asItIsNow } from "../changes/as-it-is-now.ts";
import type { ChangeGuard } from "../changes/change-guard.ts";
import { oneChangeAtATime } from "../changes/one-change-at-a-time.ts";
import { contractCancelledError, toContractActor } from "../changes/platform-change.ts";
import { chargeOf } from "../charges/kept-day.ts";
import { readUnpaidCharge } from "../charges/read-unpaid-charge.ts";
import { dateBefore, takenDate } from "../charges/taken-date.ts";
import { assertBegun } from "../import-state.ts";
import { refreshContract, storeContract } from "../store-contract.ts";
import { resumeSubscriptionTask } from "../subscription-jobs.ts";
import { pausableOf, planResuming } from "./pause-plan.ts";

/**
 * Resumes a paused subscription now: its next charge moves on by the time it was paused, never into the
 * past (contract, section 3.2). One that is active stays as it is. Safe to repeat.
 *
 * @param guard decides, with the subscription locked, whether it is still to be resumed.
 * @param unpaid what becomes of a charge that the pause has left unpaid: the merchant may leave it so. For whoever owes it the
 * next charge is made at once instead, or a pause of a day would make the time since then free.
 * @throws AppError contract_cancelled, contract_waiting, platform_refused (the pause goes on as it was), platform_unavailable
 * (whether it was resumed is unknown; a due task completes it).
 */
export function resumeSubscription(
  context: ShopContext,
  subscription: Subscription,
  guard?: ChangeGuard,
  unpaid: Unpaid = "left",
): Promise<Subscription> {
  return oneChangeAtATime(context, subscription, async (row) =>
    resumeNow(context, await asItIsNow(context, row), unpaid, guard),
  );
}

type Unpaid = "left" | "charged";

async function resumeNow(
  context: ShopContext,
  subscription: Subscription,
  unpaid: Unpaid,
  guard?: ChangeGuard,
): Promise<Subscription> {
  if (subscription.status === "cancelled") throw contractCancelledError();
  assertBegun(subscription);
  if (subscription.status === "active") {
    if (guard) await context.db.transaction(guard);
    return subscription;
  }
  const ended = await endPauseNow(context, subscription, unpaid, guard);
  try {
    return await endPause(context, ended);
  } catch (error) {
    const isRefused = isPlatformFailure(error) && error.kind === "refused";
    if (isRefused) await keepPause(context, subscription, ended.pausedUntil);
    throw toPlatformChangeError(error, "resume");
  }
}

/**
 * Gives a pause that the platform refused to end its end and its date back: who is told that nothing was changed must not find it
 * resumed later.
 */
async function keepPause(
  context: ShopContext,
  before: Subscription,
  endedAt: Date | null,
): Promise<void> {
  const { shopId, id, pausedUntil, billingResumesAt, nextBillingAt } = before;
  const { count } = await context.db.prisma.subscription.updateMany({
    where: { shopId, id, status: "paused", pausedUntil: endedAt },
    data: { pausedUntil, billingResumesAt },
  });
  if (count === 0 || !nextBillingAt) return;
  try {
    const contractId = Number(before.platformContractId);
    const contract = await context.platform.setNextBillingDate(
      contractId,
      dateBefore(nextBillingAt),
    );
    await storeContract(context, contract, { rowBefore: before });
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    context.log.warn({ err: error }, "the date of a pause that goes on could not be given back");
  }
}

/**
 * Ends the pause that was to last until `until`. Does nothing when the pause was given another end, and
 * when the platform says that it never began.
 *
 * @throws PlatformFailure, so that the task is tried again.
 */
export function endPauseWhenDue(
  context: ShopContext,
  subscriptionId: bigint,
  until: Date,
): Promise<void> {
  const subscription = { shopId: context.shop.id, id: subscriptionId };
  return oneChangeAtATime(context, subscription, (row) => endPlannedPause(context, row, until));
}

async function endPlannedPause(
  context: ShopContext,
  planned: Subscription,
  until: Date,
): Promise<void> {
  const where = { shopId: planned.shopId, id: planned.id, pausedUntil: until };
  if (planned.pausedUntil?.getTime() !== until.getTime() || planned.status === "cancelled") return;
  const row = await refreshContract(context, Number(planned.platformContractId));
  if (row?.status === "paused" && row.pausedUntil?.getTime() === until.getTime()) {
    await endPause(context, row);
  } else if (row?.status === "active") {
    await context.db.prisma.subscription.updateMany({
      where: { ...where, status: "active" },
      data: { pausedUntil: null, billingResumesAt: null },
    });
  }
}

/** Writes down that the pause ends now, with the date that follows: repeating it moves nothing twice. */
async function endPauseNow(
  context: ShopContext,
  row: Subscription,
  unpaid: Unpaid,
  guard?: ChangeGuard,
): Promise<Subscription> {
  return context.db.transaction(async (tx) => {
    await guard?.(tx);
    const now = context.clock.now();
    if (row.pausedUntil && row.pausedUntil <= now) return row;
    const isOwed = unpaid === "charged" && (await readUnpaidCharge(tx, row)) !== null;
    const zone = context.shop.ianaTimezone;
    const plan = planResuming(pausableOf(row, zone), now, zone, isOwed);
    const ended = await tx.subscription.update({
      where: { shopId_id: { shopId: row.shopId, id: row.id } },
      data: { pausedUntil: now, billingResumesAt: plan.billingResumesAt },
    });
    const task = { subscriptionId: row.id, until: now.toISOString() };
    await scheduleTask(context, tx, resumeSubscriptionTask, task, now);
    return ended;
  });
}

async function endPause(context: ShopContext, row: Subscription): Promise<Subscription> {
  const contractId = Number(row.platformContractId);
  const zone = context.shop.ianaTimezone;
  const charge = row.billingResumesAt && chargeOf(row, row.billingResumesAt, zone);
  const next = charge && notPassed(charge, context.clock.now());
  try {
    const actor = toContractActor(context.actor);
    const date = next && (await takenDate(context, row, next.dueAt));
    const contract = await context.platform.resumeContract(contractId, date, actor);
    const keeps = date?.getTime() === next?.dueAt.getTime() ? next?.keeps : undefined;
    return await storeContract(context, contract, { rowBefore: row, keeps });
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    const now = await refreshContract(context, contractId);
    throw now?.status === "cancelled" ? contractCancelledError() : error;
  }
}

/**
 * The charge as it was planned. When nobody came to end the pause in time, it is made as soon as it can be; those after it come
 * as if it had been made on its day, where that day was in this month.
 */
function notPassed(charge: ChargeDate, now: Date): ChargeDate {
  const soonest = soonestDate(now);
  if (charge.dueAt >= soonest) return charge;
  const monthOf = (date: Date) => formatDate(date, charge.zone).slice(0, 7);
  const isThisMonth = monthOf(charge.dueAt) === monthOf(soonest);
  const keeps = isThisMonth ? charge.keeps : keptTimeOf(soonest, charge.zone);
  return { ...charge, dueAt: soonest, keeps };
}
