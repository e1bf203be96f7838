import type { DeclineClass } from "./decline-class.ts";

/**
 * Another attempt would be wrong, or useless until the merchant has changed something. That the store's currency was set back is heard,
 * and the charge is made at once.
 */
export const never = {
  codes: {
    AMOUNT_TOO_SMALL: "The amount is too small to be charged.",
    BUYER_CANCELED_PAYMENT_METHOD: "The customer has revoked the payment method.",
    CUSTOMER_INVALID: "The customer's account does not allow the charge.",
    CUSTOMER_NOT_FOUND: "The customer no longer exists.",
    FRAUD_SUSPECTED: "The payment is suspected to be fraudulent.",
    FREE_GIFT_CARD_NOT_ALLOWED: "The order contains a gift card without a price.",
    INVALID_AMOUNT: "The amount cannot be charged.",
    INVALID_CURRENCY: "The payment method does not accept the currency.",
    INVALID_PURCHASE_TYPE: "The payment provider does not accept this type of purchase.",
    INVALID_REQUEST: "The payment provider did not understand the request.",
    INVOICE_ALREADY_PAID: "The order has already been paid.",
    MERCHANT_ACCOUNT_ERROR: "There is a problem with the store's account at the payment provider.",
    MERCHANT_RULE: "A rule of the store blocked the payment.",
    NON_TEST_ORDER_LIMIT_REACHED: "The store has reached its limit of orders.",
    PAYMENT_PROVIDER_IS_NOT_ENABLED: "The payment provider is not enabled for the store.",
    PURCHASE_TYPE_NOT_SUPPORTED: "The payment provider does not support subscriptions.",
    TEST_MODE: "The payment provider is in test mode.",
  },
  next({ last, isCurrencyBack, now }) {
    if (isCurrencyBack) return { kind: "retry", at: now };
    return last.storeCurrency === null ? { kind: "stop" } : { kind: "stop", awaits: "currency" };
  },
} satisfies DeclineClass;
