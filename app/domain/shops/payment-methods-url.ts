import type { Shop } from "./shop.ts";

/**
 * Where a customer changes a payment method: the platform takes them from here to their account. Its own update links are
 * for a customer who is signed in at that moment, which nobody who reads a mail is.
 */
export function paymentMethodsUrl({ domain }: Pick<Shop, "domain">): string {
  return `https://${domain}/account`;
}
