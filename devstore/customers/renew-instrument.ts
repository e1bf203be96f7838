import type { PaymentInstrument } from "../state/customer.ts";

/** The next card of the same account: it can be used longer, and may have another number. An agreement shows nothing that changes. */
export function renewInstrument(
  instrument: PaymentInstrument,
  expires: string,
  lastDigits?: string,
): PaymentInstrument {
  if (instrument.type === "paypal") return instrument;
  const [expiryYear, expiryMonth] = expires.split("-").map(Number) as [number, number];
  const digits = lastDigits ?? instrument.lastDigits;
  return { ...instrument, lastDigits: digits, expiryYear, expiryMonth };
}
