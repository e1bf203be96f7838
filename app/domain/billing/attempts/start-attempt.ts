import type { BillingAttempt, Subscription } from "#app/generated/prisma/client.ts";
import { updateRowLast } from "#app/lib/update-rows.ts";
import type { PlatformBillingAttempt } from "#app/platform/platform-billing.ts";
import { isPlatformFailure, PlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { recordEvent } from "../../events/record-event.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { countChange } from "../../subscriptions/lists/list-totals.ts";
import { refreshContract } from "../../subscriptions/store-contract.ts";
import { billSubscriptionTask, pollAttemptTask } from "../charging/billing-tasks.ts";
import { changeBilling } from "../charging/change-billing.ts";
import { askCycle } from "../cycles/ask-cycle.ts";
import { closeCycle } from "../cycles/close-cycle.ts";
import { settleAttempt } from "./settle-attempt.ts";
import { settleElsewhere } from "./settle-elsewhere.ts";

/** When the platform is first asked how a charge has ended, if it has not told by then. */
const FIRST_POLL_MS = 10 * 60_000;

/** Somebody else's charge ends in seconds, or when its customer confirms it; the webhook of its end is faster than this. */
const OTHERS_END_MS = 60 * 60_000;

/**
 * Asks how the cycle of an attempt stands, calls the platform with its key when the cycle is free, and writes down what it
 * answers. Where an earlier call may or may not have arrived, the same key makes no second charge.
 *
 * @returns true when the next step may be taken, false when the platform works on the charge, or on somebody else's.
 * @throws PlatformFailure unavailable or not_connected; the attempt stays, and its key with it. Refused, for a reason that our rows
 *   do not know; then there is no attempt.
 */
export async function startAttempt(
  context: ShopContext,
  subscription: Subscription,
  attempt: BillingAttempt,
): Promise<boolean> {
  const contractId = Number(subscription.platformContractId);
  const { idempotencyKey, cycleIndex, allowsOverselling } = attempt;
  if (cycleIndex === null) throw new Error("A charge of the past is never made again.");
  const standing = await askCycle(context, subscription, cycleIndex, idempotencyKey);
  switch (standing.kind) {
    case "made":
      return acceptAttempt(context, attempt, standing.attempt);
    case "paid":
      await settleElsewhere(context, subscription, cycleIndex, standing.attempt, idempotencyKey);
      return true;
    case "running":
      await dropAttempt(context, attempt);
      await lookAgainLater(context, subscription);
      return false;
    case "skipped":
      await dropAttempt(context, attempt);
      return closeSkipped(context, subscription, cycleIndex);
  }
  try {
    const made = await context.platform.createBillingAttempt(contractId, {
      idempotencyKey,
      cycleIndex,
      allowsOverselling,
      ...(standing.kind === "free" && originIn(standing, context.clock.now())),
    });
    return await acceptAttempt(context, attempt, made);
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    // A call whose answer was lost may have been taken before the contract changed.
    const made = await context.platform.findBillingAttempt(contractId, idempotencyKey);
    if (made) return acceptAttempt(context, attempt, made);
    await dropAttempt(context, attempt);
    return followRefusal(context, subscription, cycleIndex, error.platformCode, error.message);
  }
}

/** The present, or the last second of a cycle that is over: what the platform takes for the time of a charge. */
function originIn({ startAt, endAt }: { startAt: Date; endAt: Date }, now: Date) {
  const last = endAt.getTime() - 1000;
  const originAt = new Date(Math.min(now.getTime(), last));
  return originAt < startAt ? {} : { originAt };
}

async function lookAgainLater(context: ShopContext, { id }: Subscription): Promise<void> {
  const at = new Date(context.clock.now().getTime() + OTHERS_END_MS);
  await context.db.transaction((tx) =>
    scheduleTask(context, tx, billSubscriptionTask, { subscriptionId: id }, at),
  );
}

/** A call that another process has made has arrived after so long, or never will. */
const ON_ITS_WAY_MS = 60_000;

/**
 * Ends an attempt whose owner has withdrawn from the contract before it was known to have begun: one that the platform has is
 * followed to its end, and any other is never made.
 *
 * @returns as `startAttempt`.
 * @throws PlatformFailure when the platform cannot be asked, or not yet.
 */
export async function findOrDropAttempt(
  context: ShopContext,
  { platformContractId }: Subscription,
  attempt: BillingAttempt,
): Promise<boolean> {
  const key = attempt.idempotencyKey;
  const made = await context.platform.findBillingAttempt(Number(platformContractId), key);
  if (made) return acceptAttempt(context, attempt, made);
  if (context.clock.now().getTime() - attempt.createdAt.getTime() < ON_ITS_WAY_MS) {
    throw new PlatformFailure("unavailable", "A charge may be on its way; it is looked for again.");
  }
  await dropAttempt(context, attempt);
  return true;
}

/** @returns true when the charge has ended already. */
async function acceptAttempt(
  context: ShopContext,
  attempt: BillingAttempt,
  made: PlatformBillingAttempt,
): Promise<boolean> {
  const { shopId, id, subscriptionId } = attempt;
  await changeBilling(context, { shopId, id: subscriptionId }, async (tx, billing) => {
    const running = billing?.running;
    if (running?.id !== id || running.status !== "starting") return;
    const platformAttemptId = BigInt(made.attemptId);
    await updateRowLast(tx, "BillingAttempt", { shopId, id, status: "pending", platformAttemptId });
    const list = { shopId, list: "billing_attempts" } as const;
    await countChange(tx, list, null, { planId: null, status: "pending" });
    const pollAt = new Date(context.clock.now().getTime() + FIRST_POLL_MS);
    await scheduleTask(context, tx, pollAttemptTask, { attemptId: id }, pollAt);
    const data = { billing_attempt_id: String(id), subscription_id: String(subscriptionId) };
    await recordEvent(context, tx, "billing.pending", data);
  });
  return settleAttempt(context, attempt, made.outcome);
}

/** What the platform has not taken never was. Its number is given out again, its key was used for nothing. */
async function dropAttempt({ db }: ShopContext, { shopId, id }: BillingAttempt): Promise<void> {
  await db.prisma.billingAttempt.deleteMany({ where: { shopId, id, status: "starting" } });
}

async function closeSkipped(
  context: ShopContext,
  { shopId, id }: Subscription,
  cycleIndex: number,
): Promise<true> {
  const key = { shopId, id };
  await closeCycle(context, key, cycleIndex, "skipped", "it was skipped on the platform.");
  return true;
}

/** The platform refuses the charge itself: the contract or the cycle is not what our rows say. */
async function followRefusal(
  context: ShopContext,
  subscription: Subscription,
  cycleIndex: number,
  code: string | null,
  message: string,
): Promise<boolean> {
  if (code === "BILLING_CYCLE_SKIPPED") return closeSkipped(context, subscription, cycleIndex);
  const row = await refreshContract(context, Number(subscription.platformContractId));
  if (row?.status !== "active") return true;
  throw new PlatformFailure(
    "refused",
    `It refuses to charge cycle ${cycleIndex}: ${message}`,
    code,
  );
}
