import type { BillingAttempt, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { planCharge } from "../../mail/kinds/planned-charge.ts";
import { queueMail } from "../../mail/outbox/queue-mail.ts";
import { readPaymentMethodsUrl } from "../../shops/read-payment-methods-url.ts";
import type { DeclineClassName } from "../dunning/decline-classes.ts";
import type { DunningPlan } from "../dunning/plan-next-step.ts";

/** Classes of errors that the customer can do something about. The others are the merchant's, or pass. */
const CUSTOMER_CAN_ACT: readonly DeclineClassName[] = ["later", "data", "customer_must_act"];

/**
 * Mails the customer about a failed charge that they can do something about: after the first failure of its cycle, and before the
 * last retry, with what happens then. A retry by hand that fails sends no mail, because whoever asked for it sees the result. The
 * mail about the pause or the cancellation says that dunning is over.
 */
export async function tellOfFailure(
  context: ShopContext,
  tx: Queries,
  { customerId, planName }: Subscription,
  attempt: BillingAttempt,
  { declineClass, step, ending }: Pick<DunningPlan, "declineClass" | "step" | "ending">,
): Promise<void> {
  if (customerId === null || !CUSTOMER_CAN_ACT.includes(declineClass)) return;
  if (attempt.retryOf !== null) return;
  if (step.kind === "final_action" && step.action !== "skip") return;
  const { subscriptionId, cycleIndex } = attempt;
  const isLastChance = ending !== null && (step.kind !== "retry" || step.at >= ending.at);
  const cause = `subscription:${subscriptionId}:cycle:${cycleIndex}:failed`;
  const where = { shopId_causeKey: { shopId: attempt.shopId, causeKey: cause } };
  const isFirst = !(await tx.mail.findUnique({ where, select: { id: true } }));
  if (!isFirst && !isLastChance) return;
  await queueMail(context, tx, {
    kind: "payment_failed",
    customerId,
    causeKey: isFirst ? cause : `${cause}:${step.kind === "final_action" ? "over" : "last"}`,
    data: {
      planName,
      amount: toBeCharged(context, attempt),
      updateUrl: await readPaymentMethodsUrl(tx, context.shop),
      retryAt: step.kind === "retry" ? step.at : null,
      otherwise: ending,
      ...(cycleIndex !== null && { of: { subscriptionId, cycleIndex } }),
    },
  });
}

/** Tells that a charge which had failed went through. */
export async function tellOfRecovery(
  context: ShopContext,
  tx: Queries,
  { customerId, planName }: Subscription,
  attempt: BillingAttempt,
  nextChargeAt: Date,
): Promise<void> {
  if (customerId === null) return;
  await queueMail(context, tx, {
    kind: "payment_recovered",
    customerId,
    causeKey: `charge:${attempt.id}:recovered`,
    data: {
      ...{ planName, nextChargeAt },
      amount: { minor: Number(attempt.amountMinor), currency: attempt.currency },
    },
  });
}

/** Asks the customer to confirm a payment. The platform may give another link for it later; one message is enough. */
export async function askToConfirm(
  context: ShopContext,
  tx: Queries,
  { customerId, planName }: Subscription,
  attempt: BillingAttempt,
  confirmUrl: string,
): Promise<void> {
  if (customerId === null || !/^https?:\/\//.test(confirmUrl)) return;
  await queueMail(context, tx, {
    kind: "payment_confirm",
    customerId,
    causeKey: `charge:${attempt.id}:confirm`,
    data: {
      ...{ planName, amount: toBeCharged(context, attempt), confirmUrl },
      ...{ until: null, attemptId: attempt.id },
    },
  });
}

/** Of one that is not paid: what it was to charge. */
function toBeCharged({ shop }: ShopContext, { amountMinor, currency }: BillingAttempt) {
  return planCharge(shop, amountMinor, currency);
}
