import type { ClassSituation } from "./dunning-situation.ts";

/** Whether the charge would go to another payment method than the latest attempt. */
export function hasNewPaymentMethod({ paymentMethodChangedAt, last }: ClassSituation): boolean {
  return paymentMethodChangedAt !== null && paymentMethodChangedAt > last.begunAt;
}

/** Whether the order would go to another address than that of the latest attempt. */
export function hasNewAddress({ deliveryAddressChangedAt, last }: ClassSituation): boolean {
  return deliveryAddressChangedAt !== null && deliveryAddressChangedAt > last.begunAt;
}
