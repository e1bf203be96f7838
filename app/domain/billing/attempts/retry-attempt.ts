import type { BillingAttempt, BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import type { KeyClaim } from "../../idempotency/key-claims.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import type { RefusalReason } from "../../refusals/refusal-reasons.ts";
import { refuse } from "../../refusals/refuse.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import type { ChangeGuard } from "../../subscriptions/changes/change-guard.ts";
import { changedMeanwhile } from "../changes/changed-meanwhile.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { type Billing, lockBilling, readBilling } from "../charging/read-billing.ts";
import { coverWithCredit } from "../credit/cover-with-credit.ts";
import { readFailuresOnMethod } from "../dunning/attempts-on-method.ts";
import { isWithinCap, MAX_ATTEMPTS, WINDOW_DAYS } from "../dunning/retry-cap.ts";
import { askIfPaidOrGoOn } from "./ask-if-paid.ts";
import { claimAttempts } from "./claim-attempt.ts";
import { startAttempt } from "./start-attempt.ts";

interface RetryOptions {
  onlyOnce?: boolean;
  onlyLatest?: boolean;
  guard?: ChangeGuard;
  claim?: KeyClaim | null;
}

/**
 * Charges again at somebody's wish, whatever dunning has planned (contract, section 4.1). Only the failed charge of the
 * current cycle can be repeated, and not while another one is running.
 *
 * @param once.onlyOnce whether an attempt that has been repeated already, by whomever, is answered with its latest repeat: a
 *   request that is repeated after a crash then charges once.
 * @param once.onlyLatest whether an attempt that was followed by another one of its cycle is refused: somebody who has seen that
 *   one as the latest has seen an older state.
 * @param once.guard decides, with the subscription locked, whether the charge is still wanted.
 * @param once.claim of the request's key: the attempt that an interrupted run of the request has made is gone on with.
 * @returns the new attempt. Its end comes later, unless the platform has answered it already.
 * @throws AppError not_found; charge_not_retryable, which says why; platform_unavailable: it is charged as soon as the
 * platform answers again.
 */
export async function retryAttempt(
  context: ShopContext,
  attemptId: bigint,
  { onlyOnce = false, onlyLatest = false, guard, claim = null }: RetryOptions = {},
): Promise<BillingAttempt> {
  const key = { shopId: context.shop.id, id: attemptId };
  const { prisma } = context.db;
  const failed = await prisma.billingAttempt.findUnique({ where: { shopId_id: key } });
  if (!failed || failed.status === "starting") {
    throw new AppError("not_found", "There is no such billing attempt.");
  }
  await lookFirst(context, failed);
  const { subscription, attempt } = await context.db.transaction(async (tx) => {
    const billing = await lockBilling(tx, { shopId: key.shopId, id: failed.subscriptionId });
    if (!billing) throw new AppError("not_found", "There is no such billing attempt.");
    await guard?.(tx);
    const repeat = onlyOnce ? await findRepeat(tx, failed) : await findMade(tx, failed, claim);
    if (repeat) return { subscription: billing.subscription, attempt: repeat };
    if (onlyLatest && (await isFollowed(tx, failed))) throw changedMeanwhile();
    const { subscription, open } = await checkRetryable(context, tx, billing, failed);
    const [made] = await claimAttempts(context, tx, [{ subscription, open, retryOf: attemptId }]);
    if (!made) throw new Error("an attempt that was claimed is not there");
    await claim?.note(tx, String(made.id));
    const payload = { subscriptionId: failed.subscriptionId };
    await scheduleTask(context, tx, billSubscriptionTask, payload, context.clock.now());
    await recordActivity(context, tx, {
      kind: "billing.retried",
      message: "The failed charge is repeated at once.",
      customerId: billing.subscription.customerId,
      subscriptionId: failed.subscriptionId,
      details: { billing_attempt_id: String(made.id), retry_of: String(attemptId) },
    });
    return { subscription: billing.subscription, attempt: made };
  });
  try {
    if (attempt.status === "starting") await startAttempt(context, subscription, attempt);
  } catch (error) {
    throw toPlatformChangeError(error, "charge");
  }
  const where = { shopId_id: { shopId: key.shopId, id: attempt.id } };
  const row = await prisma.billingAttempt.findUnique({ where });
  if (!row) throw notRetryable("The platform refuses the charge: the subscription has changed.");
  return row;
}

/**
 * What may have happened since the charge failed: somebody else has made it, or is at it; credit has come, which pays its part as
 * in a retry that dunning makes. Where the platform does not answer, the charge itself comes later and asks again.
 */
async function lookFirst(
  context: ShopContext,
  { shopId, subscriptionId, cycleIndex }: BillingAttempt,
): Promise<void> {
  const billing = await readBilling(context.db.prisma, { shopId, id: subscriptionId });
  if (!billing || billing.running || billing.subscription.status !== "active") return;
  if (billing.subscription.withdrawnAt) return;
  if (billing.open?.cycleIndex !== cycleIndex) return;
  const standing = await askIfPaidOrGoOn(context, billing.subscription, billing.open);
  if (standing === "running") throw notRetryable(OTHERS_PENDING, "charge_running");
  if (standing === "paid") return;
  try {
    await coverWithCredit(context, billing.subscription, billing.open);
  } catch (error) {
    throw toPlatformChangeError(error, "charge");
  }
}

const OTHERS_PENDING = "A charge from outside this app is pending; wait for its end.";

function findRepeat(tx: Queries, { shopId, subscriptionId, id }: BillingAttempt) {
  return tx.billingAttempt.findFirst({
    where: { shopId, subscriptionId, retryOf: id },
    orderBy: { id: "desc" },
  });
}

/** What an interrupted run of the request has made; null when the platform has not taken it. */
async function findMade(tx: Queries, { shopId }: BillingAttempt, claim: KeyClaim | null) {
  if (!claim?.doneSoFar) return null;
  return tx.billingAttempt.findFirst({ where: { shopId, id: BigInt(claim.doneSoFar) } });
}

async function isFollowed(
  tx: Queries,
  { shopId, subscriptionId, cycleIndex, attemptNumber }: BillingAttempt,
): Promise<boolean> {
  const later = { shopId, subscriptionId, cycleIndex, attemptNumber: { gt: attemptNumber } };
  return (await tx.billingAttempt.count({ where: later })) > 0;
}

async function checkRetryable(
  context: ShopContext,
  tx: Queries,
  { subscription, open, running }: Billing,
  { status, cycleIndex }: BillingAttempt,
): Promise<{ subscription: Subscription; open: BillingCycle }> {
  if (status === "success")
    throw notRetryable("This attempt succeeded; there is nothing to retry.");
  if (running) throw notRetryable("An attempt is pending; wait for its end.", "charge_running");
  if (subscription.withdrawnAt) {
    throw notRetryable("The customer has withdrawn from the contract: it is not charged any more.");
  }
  if (subscription.status !== "active") {
    throw notRetryable(
      `The subscription is ${subscription.status}; only an active one is charged.`,
    );
  }
  if (!open || open.cycleIndex !== cycleIndex) {
    throw notRetryable("The billing cycle of this attempt is paid, skipped or over.");
  }
  const now = context.clock.now();
  if (!isWithinCap(await readFailuresOnMethod(tx, subscription, now), now)) {
    throw notRetryable(
      `The payment method has failed ${MAX_ATTEMPTS} times in ${WINDOW_DAYS} days, which is the most. Another payment method can be charged.`,
      "charge_cap",
    );
  }
  return { subscription, open };
}

function notRetryable(message: string, reason: RefusalReason = "charge_changed"): AppError {
  return refuse(reason, {}, message);
}
