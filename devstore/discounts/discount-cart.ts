import type { DiscountItems } from "../state/discount-code.ts";

/** What discounts look at in a cart, and what they have come to on it. Minor units. */
export interface Cart {
  customerId: number | null;
  /** Where it is delivered to, when that is known. */
  countryCode: string | null;
  lines: CartLine[];
  /** After discounts. */
  shippingMinor: number;
}

export interface CartLine {
  productId: number;
  variantId: number;
  collectionIds: number[];
  quantity: number;
  unitPriceMinor: number;
  subscription: boolean;
  discountMinor: number;
}

/** Which purchases a discount is for. */
export interface Purchases {
  oneTime: boolean;
  subscription: boolean;
}

export function isEntitled(items: DiscountItems, line: CartLine): boolean {
  return (
    items.all ||
    items.productIds.includes(line.productId) ||
    items.variantIds.includes(line.variantId) ||
    (items.collectionIds ?? []).some((id) => line.collectionIds.includes(id))
  );
}

export function isBoughtSo({ oneTime, subscription }: Purchases, line: CartLine): boolean {
  return line.subscription ? subscription : oneTime;
}

export function fullPriceOf(line: CartLine): number {
  return line.unitPriceMinor * line.quantity;
}

export function leftOf(line: CartLine): number {
  return fullPriceOf(line) - line.discountMinor;
}

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
