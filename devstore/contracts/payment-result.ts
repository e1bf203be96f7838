import type { AttemptState, DevContract } from "../state/contract.ts";
import type { DevPaymentMethod } from "../state/customer.ts";

const inventoryCodes = ["INSUFFICIENT_INVENTORY", "INVENTORY_ALLOCATIONS_NOT_FOUND"];

const generalCodes = [
  "CUSTOMER_INVALID",
  "CUSTOMER_NOT_FOUND",
  "FREE_GIFT_CARD_NOT_ALLOWED",
  "INVALID_BILLING_ADDRESS",
  "MERCHANT_ACCOUNT_ERROR",
  "NON_TEST_ORDER_LIMIT_REACHED",
  "PAYMENT_METHOD_INCOMPATIBLE_WITH_GATEWAY_CONFIG",
  "PAYMENT_METHOD_NOT_FOUND",
  "PAYMENT_METHOD_NOT_SPECIFIED",
  "PAYMENT_PROVIDER_IS_NOT_ENABLED",
];

type Failed = Extract<AttemptState, { type: "failed" }>;

/** The failed state of an error code, in the kind of error which the schema puts the code under. */
export function failureOf(code: string): Failed {
  if (inventoryCodes.includes(code)) return { type: "failed", errorKind: "inventory", code };
  if (generalCodes.includes(code)) return { type: "failed", errorKind: "general", code };
  if (code === "UNEXPECTED_ERROR") return { type: "failed", errorKind: "unexpected", code };
  return { type: "failed", errorKind: "payment", code };
}

/** What the contract shows of its last charge's failure. */
export function lastErrorType(state: Failed): DevContract["lastBillingAttemptErrorType"] {
  if (state.errorKind === "payment") return "PAYMENT_ERROR";
  if (state.errorKind === "inventory") return "INVENTORY_ERROR";
  return state.code.startsWith("CUSTOMER_") ? "CUSTOMER_ERROR" : "OTHER";
}

/** Why a charge of this payment method fails by itself at `now`; null when it goes through. */
export function ownFailure(method: DevPaymentMethod | undefined, now: Date): string | null {
  if (method === undefined) return "PAYMENT_METHOD_NOT_SPECIFIED";
  if (method.revokedAt !== null) return "PAYMENT_METHOD_NOT_FOUND";
  const { instrument } = method;
  if (instrument.type === "paypal") return null;
  const expiry = Date.UTC(instrument.expiryYear, instrument.expiryMonth, 1);
  return now.getTime() >= expiry ? "EXPIRED_CARD" : null;
}
