import { randomBytes } from "node:crypto";
import type { DevPaymentMethod, PaymentInstrument } from "../state/customer.ts";
import type { DevstoreState } from "../state/devstore-state.ts";

/** Puts a payment method on file for a customer; another card unless said otherwise. */
export function addPaymentMethod(
  state: DevstoreState,
  domain: string,
  customerId: number,
  instrument: PaymentInstrument = instrumentOf("card", ""),
): DevPaymentMethod {
  return state.put(domain, "paymentMethod", {
    id: randomBytes(16).toString("hex"),
    customerId,
    instrument,
    revokedAt: null,
    revokedReason: null,
  });
}

/** Cards of fixtures last longer than any test clock is advanced, unless a month is given: `2027-04`. */
export function instrumentOf(
  type: "card" | "shop_pay" | "paypal",
  email: string,
  expires = "2099-12",
): PaymentInstrument {
  if (type === "paypal") return { type, accountEmail: email };
  const [expiryYear, expiryMonth] = expires.split("-").map(Number) as [number, number];
  const card = { lastDigits: "4242", expiryMonth, expiryYear };
  return type === "card" ? { type, brand: "visa", ...card } : { type, ...card };
}
