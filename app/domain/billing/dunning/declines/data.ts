import { hasNewAddress, hasNewPaymentMethod } from "../customer-changes.ts";
import { customerDeadline } from "../customer-deadline.ts";
import type { DeclineClass } from "./decline-class.ts";

/** What is on file does not work: expired, incorrect, not accepted. Retried at once when the customer changes it. */
export const data = {
  codes: {
    AMOUNT_TOO_LARGE: "The amount is more than the payment method accepts.",
    CARD_NUMBER_INCORRECT: "The card number is incorrect.",
    EXPIRED_CARD: "The card has expired.",
    EXPIRED_PAYMENT_METHOD: "The payment method has expired.",
    INCORRECT_ADDRESS: "The billing address does not match the card.",
    INCORRECT_CVC: "The card's security code is incorrect.",
    INCORRECT_NUMBER: "The card number is incorrect.",
    INCORRECT_PIN: "The card's PIN is incorrect.",
    INCORRECT_ZIP: "The postal code does not match the card.",
    INVALID_BILLING_ADDRESS: "The billing address is invalid.",
    INVALID_CUSTOMER_BILLING_AGREEMENT: "The customer's billing agreement is no longer valid.",
    INVALID_CVC: "The card's security code is invalid.",
    INVALID_EXPIRY_DATE: "The card's expiry date is invalid.",
    INVALID_NUMBER: "The card number is invalid.",
    INVALID_PAYMENT_METHOD: "The payment method is invalid.",
    INVALID_SHIPPING_ADDRESS: "The delivery address is missing or invalid.",
    PAYMENT_METHOD_INCOMPATIBLE_WITH_GATEWAY_CONFIG:
      "The store's payment provider does not accept the payment method.",
    PAYMENT_METHOD_NOT_FOUND: "The payment method no longer exists.",
    PAYMENT_METHOD_NOT_SPECIFIED: "The subscription has no payment method.",
    PAYMENT_METHOD_UNSUPPORTED: "The payment method cannot be used for subscriptions.",
    RETRY_DECLINED: "The bank accepts no further attempt on the payment method.",
  },
  next(situation) {
    const { last, settings, now } = situation;
    const isAddress = last.code === "INVALID_SHIPPING_ADDRESS";
    const isCorrected = isAddress ? hasNewAddress(situation) : hasNewPaymentMethod(situation);
    if (isCorrected) return { kind: "retry", at: now };
    const until = customerDeadline(situation);
    if (now >= until) return { kind: "final_action", action: settings.finalAction };
    return isAddress
      ? { kind: "message_customer", request: "correct_address", until }
      : { kind: "wait_for_payment_method", until };
  },
} satisfies DeclineClass;
