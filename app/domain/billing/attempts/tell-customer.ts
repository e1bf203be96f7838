import type { BillingAttempt, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { queueMail } from "../../mail/outbox/queue-mail.ts";
import { readPaymentMethodsUrl } from "../../shops/read-payment-methods-url.ts";
import type { DeclineClassName } from "../dunning/decline-classes.ts";

/** Classes of errors that the customer can do something about. The others are the merchant's, or pass. */
const CUSTOMER_CAN_ACT: readonly DeclineClassName[] = ["later", "data", "customer_must_act"];

/** Tells of a failed charge, once for each attempt, where the customer can do something about it. */
export async function tellOfFailure(
  context: ShopContext,
  tx: Queries,
  { customerId, planName }: Subscription,
  attempt: BillingAttempt,
  { declineClass, retryAt }: { declineClass: DeclineClassName; retryAt: Date | null },
): Promise<void> {
  if (customerId === null || !CUSTOMER_CAN_ACT.includes(declineClass)) return;
  await queueMail(context, tx, {
    kind: "payment_failed",
    customerId,
    causeKey: `charge:${attempt.id}:failed`,
    data: {
      planName,
      amount: amountOf(attempt),
      updateUrl: await readPaymentMethodsUrl(tx, context.shop),
      retryAt,
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
    data: { planName, amount: amountOf(attempt), nextChargeAt },
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
    data: { planName, amount: amountOf(attempt), confirmUrl, until: null },
  });
}

function amountOf({ amountMinor, currency }: BillingAttempt) {
  return { minor: Number(amountMinor), currency };
}
