import type { BillingAttempt } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatMinor } from "#app/lib/money.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { recordEvent } from "../../events/record-event.ts";
import { refreshContractJob } from "../../subscriptions/subscription-jobs.ts";
import type { Billing } from "../charging/read-billing.ts";
import { writeClosed } from "../cycles/close-cycle.ts";
import { nextToCome } from "../cycles/next-to-come.ts";
import { tellOfRecovery } from "./tell-customer.ts";

/** What is said of a payment. */
interface Payment {
  /** The order's name; null where the platform does not show it. */
  order: string | null;
  /** Whoever was asked to confirm it hears that it is done. */
  isAwaited?: boolean;
  /** Whether the platform, staff or another app has charged. */
  isOutside?: boolean;
}

/**
 * Writes down what follows from a payment, in the transaction that has written its attempt: the cycle is over, and dunning with
 * it. Which date comes next is told to the platform by the next step.
 *
 * @param paid the row, of an attempt of ours or of somebody else.
 */
export async function recordPaid(
  context: ShopContext,
  tx: Queries,
  { subscription, open }: Pick<Billing, "subscription" | "open">,
  paid: BillingAttempt,
  { order, isAwaited = false, isOutside = false }: Payment,
): Promise<void> {
  const { shopId, id, subscriptionId, amountMinor, currency } = paid;
  // Whatever a billing attempt charges is the full price: the fee was paid at the checkout.
  if (subscription.trialState === "running") {
    await tx.subscription.update({
      where: { shopId_id: { shopId, id: subscriptionId } },
      data: { trialState: "over" },
    });
  }
  const nextDueAt = open && nextToCome(context, open, subscription);
  if (open && nextDueAt) await writeClosed(context, tx, open, "paid", nextDueAt);
  const isRecovered = open?.state === "past_due";
  if ((isRecovered || isAwaited) && nextDueAt) {
    await tellOfRecovery(context, tx, subscription, paid, nextDueAt);
  }
  const amount = `${formatMinor(Number(amountMinor), currency)} ${currency}`;
  const ofOrder = order ? ` with order ${order}` : "";
  const where = isOutside ? " outside this app" : "";
  const late = isRecovered ? ", after it had failed before" : "";
  await recordActivity(context, tx, {
    kind: isRecovered ? "billing.recovered" : "billing.charged",
    message: `${amount} was charged${where}${ofOrder}${late}.`,
    customerId: subscription.customerId,
    subscriptionId,
    details: {
      billing_attempt_id: String(id),
      cycle_index: paid.cycleIndex,
      attempt_number: paid.attemptNumber,
    },
  });
  const contractId = Number(subscription.platformContractId);
  await addJob(tx, refreshContractJob, { shopId, contractId });
  const data = { billing_attempt_id: String(id), subscription_id: String(subscriptionId) };
  await recordEvent(context, tx, "billing.success", data);
}
