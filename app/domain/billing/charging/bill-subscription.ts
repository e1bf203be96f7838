import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import { askIfPaid } from "../attempts/ask-if-paid.ts";
import { claimDueAttempt } from "../attempts/claim-attempt.ts";
import { readAttempt } from "../attempts/read-attempt.ts";
import { findOrDropAttempt, startAttempt } from "../attempts/start-attempt.ts";
import { coverWithCredit } from "../credit/cover-with-credit.ts";
import { settleCycleCredit } from "../credit/settle-cycle-credit.ts";
import { closeCycle } from "../cycles/close-cycle.ts";
import { dueDate } from "../cycles/due-date.ts";
import { moveDateOn } from "../cycles/move-date-on.ts";
import { openCycle } from "../cycles/open-cycle.ts";
import { isRetryDue } from "../dunning/attempts-on-method.ts";
import { takeDunningStep } from "../dunning/take-step.ts";
import { alignPrice } from "../prices/align-price.ts";
import { takePriceStep } from "../prices/take-price-step.ts";
import { startTrialOnPlatform } from "../trials/start-on-platform.ts";
import { readBillingShared } from "./read-billing.ts";

/**
 * Does what is due for a subscription's charges, and stops where something outside has to happen first: a charge that
 * the platform works on, a later date. Every step is written down before the next, so that running it again, at once or
 * after a crash, goes on where it was.
 *
 * @throws PlatformFailure: the task is tried again.
 */
export async function billSubscription(
  context: ShopContext,
  subscriptionId: bigint,
): Promise<void> {
  while (await takeNextStep(context, subscriptionId)) {
    // Another step may be due at once: an outage may have left several charges.
  }
}

/** False when nothing more is to be done now. */
async function takeNextStep(context: ShopContext, id: bigint): Promise<boolean> {
  const billing = await readBillingShared(context.db, { shopId: context.shop.id, id });
  if (!billing) return false;
  const { subscription, last, open, running } = billing;
  const now = context.clock.now();
  if (last?.closedAt && last.creditHoldId && !last.creditSettledAt) {
    await settleCycleCredit(context, subscription, last);
    return true;
  }
  if (subscription.trialState === "to_start" && !subscription.withdrawnAt)
    return startTrialOnPlatform(context, subscription);
  if (running?.status === "starting") {
    const goOn = subscription.withdrawnAt ? findOrDropAttempt : startAttempt;
    return goOn(context, subscription, running);
  }
  if (running) return readAttempt(context, running);
  if (open) {
    if (subscription.status !== "active" || subscription.withdrawnAt)
      return giveUp(context, subscription, open);
    const isDue = open.state === "open" || (await isRetryDue(context, subscription, open));
    if (!isDue) return takeDunningStep(context, subscription, open);
    await coverWithCredit(context, subscription, open);
    const attempt = await claimDueAttempt(context, open);
    return attempt !== null && startAttempt(context, subscription, attempt);
  }
  if (subscription.withdrawnAt) return false;
  if (await takePriceStep(context, subscription)) return true;
  if (await alignPrice(context, subscription, last)) return true;
  const dueAt = dueDate(subscription, last);
  if (!dueAt) return false;
  if (dueAt > now) return moveDateOn(context, subscription, dueAt);
  return openCycle(context, subscription, last, dueAt);
}

/**
 * What is owed when a subscription is paused or canceled is not charged later: whoever pauses does not expect it. It may have been
 * paid to somebody else before.
 */
async function giveUp(
  context: ShopContext,
  subscription: Subscription,
  open: BillingCycle,
): Promise<boolean> {
  const { shopId, id, status, withdrawnAt } = subscription;
  if ((await askIfPaid(context, subscription, open)) === "paid") return true;
  const isPaused = status === "paused" && !withdrawnAt;
  const why = `the subscription is ${isPaused ? "paused" : "canceled"}.`;
  return closeCycle(context, { shopId, id }, open.cycleIndex, "given_up", why);
}
