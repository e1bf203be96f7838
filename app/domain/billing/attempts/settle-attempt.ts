import type { BillingAttempt } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { updateRowLast } from "#app/lib/update-rows.ts";
import type { ChargeOutcome } from "#app/platform/platform-billing.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { recordEvent } from "../../events/record-event.ts";
import { dropTasks } from "../../schedule/drop-tasks.ts";
import { followShopJob } from "../../shops/shop-jobs.ts";
import { countChange } from "../../subscriptions/lists/list-totals.ts";
import { refreshContractJob } from "../../subscriptions/subscription-jobs.ts";
import { pollAttemptTask } from "../charging/billing-tasks.ts";
import { changeBilling } from "../charging/change-billing.ts";
import type { Billing } from "../charging/read-billing.ts";
import { beginDunning } from "../dunning/begin-dunning.ts";
import { knownErrorCode, whatHappened } from "../dunning/decline-classes.ts";
import { askCurrencyToBlame } from "../dunning/store-currency.ts";
import { recordPaid } from "./record-paid.ts";
import { askToConfirm } from "./tell-customer.ts";

/**
 * Writes down how an attempt has ended, once, whoever tells it first: the answer, a webhook, or our own question.
 *
 * @returns whether it has ended. A payment that the customer has to confirm has not.
 * @throws PlatformFailure where the platform must be asked why it failed.
 */
export async function settleAttempt(
  context: ShopContext,
  {
    shopId,
    id: attemptId,
    subscriptionId,
    currency,
  }: Pick<BillingAttempt, "shopId" | "id" | "subscriptionId" | "currency">,
  outcome: ChargeOutcome,
): Promise<boolean> {
  if (outcome.kind === "pending") return false;
  const storeCurrency =
    outcome.kind === "failed"
      ? await askCurrencyToBlame(context, knownErrorCode(outcome.code), currency)
      : null;
  return changeBilling(context, { shopId, id: subscriptionId }, async (tx, billing) => {
    const attempt = billing?.running;
    if (!billing || attempt?.id !== attemptId || attempt.status !== "pending") return true;
    if (outcome.kind === "action_required") {
      await askForConfirmation(context, tx, billing, attempt, outcome.url);
      return false;
    }
    await dropTasks(context, tx, pollAttemptTask, String(attemptId));
    const status = outcome.kind;
    const list = { shopId, list: "billing_attempts" } as const;
    await countChange(tx, list, { planId: null, status: "pending" }, { planId: null, status });
    if (outcome.kind === "success") await recordPayment(context, tx, billing, attempt, outcome);
    else await recordFailure(context, tx, billing, attempt, { ...outcome, storeCurrency });
    return true;
  });
}

async function recordPayment(
  context: ShopContext,
  tx: Queries,
  { subscription, open }: Billing,
  attempt: BillingAttempt,
  { at, order }: Extract<ChargeOutcome, { kind: "success" }>,
): Promise<void> {
  const now = context.clock.now();
  const { shopId, id } = attempt;
  const payment = {
    status: "success",
    amountMinor: order ? BigInt(order.amountMinor) : attempt.amountMinor,
    currency: order?.currency ?? attempt.currency,
    actionUrl: null,
    platformOrderId: order ? BigInt(order.orderId) : null,
    completedAt: endOf(attempt, at ?? now),
  };
  await updateRowLast(tx, "BillingAttempt", { shopId, id, ...payment });
  const isAwaited = attempt.actionUrl !== null;
  const said = { order: order?.name ?? null, isAwaited };
  await recordPaid(context, tx, { subscription, open }, { ...attempt, ...payment }, said);
}

type Failure = Extract<ChargeOutcome, { kind: "failed" }> & { storeCurrency: string | null };

async function recordFailure(
  context: ShopContext,
  tx: Queries,
  billing: Billing,
  attempt: BillingAttempt,
  { at, code: said, missingItems, storeCurrency }: Failure,
): Promise<void> {
  const code = knownErrorCode(said);
  const { shopId, id, subscriptionId, currency } = attempt;
  const failed = await tx.billingAttempt.update({
    where: { shopId_id: { shopId, id } },
    data: {
      status: "failed",
      errorCode: code,
      errorMessage: whatHappened({ code, currency, storeCurrency }),
      storeCurrency,
      missingItems,
      actionUrl: null,
      completedAt: endOf(attempt, at ?? context.clock.now()),
    },
  });
  const retriesAt = await beginDunning(context, tx, billing, failed);
  const contractId = Number(billing.subscription.platformContractId);
  await addJob(tx, refreshContractJob, { shopId, contractId });
  // Nobody may have told of the store's currency, and it may be set back by now.
  if (storeCurrency !== null) await addJob(tx, followShopJob, { shopId });
  const data = { billing_attempt_id: String(id), subscription_id: String(subscriptionId) };
  await recordEvent(context, tx, "billing.failed", data);
  if (retriesAt) await recordEvent(context, tx, "billing.retry_scheduled", data);
}

/** When an attempt ended: the platform leaves out the fractions of a second, and no attempt ends before it is made. */
function endOf({ createdAt }: BillingAttempt, at: Date): Date {
  return at < createdAt ? createdAt : at;
}

/** The attempt goes on once the customer has confirmed it, which mail asks for. */
async function askForConfirmation(
  context: ShopContext,
  tx: Queries,
  { subscription }: Billing,
  attempt: BillingAttempt,
  url: string,
): Promise<void> {
  const { shopId, id, actionUrl } = attempt;
  if (actionUrl === url) return;
  await tx.billingAttempt.update({
    where: { shopId_id: { shopId, id } },
    data: { actionUrl: url },
  });
  await askToConfirm(context, tx, subscription, attempt, url);
  await recordActivity(context, tx, {
    kind: "billing.confirmation_needed",
    message:
      "The customer's bank wants the customer to confirm the payment. The charge waits for it.",
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    details: { billing_attempt_id: String(id) },
  });
}
