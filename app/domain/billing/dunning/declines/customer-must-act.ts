import { hasNewPaymentMethod } from "../customer-changes.ts";
import { customerDeadline } from "../customer-deadline.ts";
import type { DeclineClass } from "./decline-class.ts";

/** The bank wants to hear from the customer. Only the customer's own confirmation, or another payment method, helps. */
export const customerMustAct = {
  codes: {
    AUTHENTICATION_ERROR: "The customer could not be authenticated.",
    AUTHENTICATION_FAILED: "The customer's authentication failed.",
    AUTHENTICATION_REQUIRED: "The bank wants the customer to confirm the payment.",
    CONFIRMATION_REJECTED: "The confirmation of the payment was rejected.",
    EXPIRED_BUYER_ACTION: "The customer did not confirm the payment in time.",
    OFF_SESSION_REJECTED: "The bank does not accept the payment without the customer.",
  },
  next(situation) {
    const { settings, now } = situation;
    if (hasNewPaymentMethod(situation)) return { kind: "retry", at: now };
    const until = customerDeadline(situation);
    return now < until
      ? { kind: "message_customer", request: "confirm_payment", until }
      : { kind: "final_action", action: settings.finalAction };
  },
} satisfies DeclineClass;
