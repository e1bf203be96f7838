import { hasNewPaymentMethod } from "../customer-changes.ts";
import { nextMorning, onPayday, retryMornings } from "../retry-mornings.ts";
import type { DeclineClass } from "./decline-class.ts";

/** The bank said no, and may say yes another day. Retried in the morning of the store's days, on a payday if one is near. */
export const later = {
  codes: {
    CALL_ISSUER: "The bank asks the customer to call.",
    CANCELLED_PAYMENT: "The payment was canceled.",
    CARD_DECLINED: "The card was declined.",
    DO_NOT_HONOR: "The bank declined the payment without giving a reason.",
    GENERIC_ERROR: "The payment was declined without a reason.",
    INSUFFICIENT_FUNDS: "The account did not have enough funds.",
    PAYMENT_METHOD_DECLINED: "The payment method was declined.",
    TRANSACTION_LIMIT_EXCEEDED: "The payment exceeds the card's limit.",
  },
  next(situation) {
    const { settings, now } = situation;
    if (hasNewPaymentMethod(situation)) return { kind: "retry", at: now };
    const mornings = retryMornings(situation, settings.retryDays, onPayday);
    const at = nextMorning(situation, mornings);
    return at ? { kind: "retry", at } : { kind: "final_action", action: settings.finalAction };
  },
} satisfies DeclineClass;
