import {
  type DevDiscountCode,
  discountClassOf,
  discountCodeStatus,
} from "../state/discount-code.ts";
import { countsFor } from "./discount-amounts.ts";
import { type Cart, fullPriceOf, leftOf, sumOf } from "./discount-cart.ts";

export type CodeErrorKind =
  | "inactive"
  | "used_up"
  | "other_customer"
  | "used_before"
  | "larger_order"
  | "more_items"
  | "not_for_items"
  | "not_combinable";

/** Why a code is not for a customer now, whatever is in the cart; null when it is. */
export function findAccessError(
  discount: DevDiscountCode,
  customerId: number | null,
  now: Date,
): CodeErrorKind | null {
  if (discountCodeStatus(discount, now) !== "ACTIVE") return "inactive";
  if (discount.usageLimit !== null && discount.usageCount >= discount.usageLimit) return "used_up";
  if (discount.customerIds !== null) {
    if (customerId === null || !discount.customerIds.includes(customerId)) return "other_customer";
  }
  const isUsed = customerId !== null && discount.usedByCustomerIds.includes(customerId);
  return discount.appliesOncePerCustomer && isUsed ? "used_before" : null;
}

/**
 * What a cart lacks for a discount; null when it has enough. Only the lines that the discount is for count: by
 * their full prices for one on products, by what is left of them for the others.
 */
export function findShortage(discount: DevDiscountCode, cart: Cart): CodeErrorKind | null {
  const lines = cart.lines.filter((line) => countsFor(discount.effect, line));
  if (lines.length === 0) return "not_for_items";
  const priceOf = discountClassOf(discount) === "product" ? fullPriceOf : leftOf;
  const subtotal = sumOf(lines.map(priceOf));
  if (discount.minimumSubtotalMinor !== null && subtotal < discount.minimumSubtotalMinor) {
    return "larger_order";
  }
  const pieces = sumOf(lines.map(({ quantity }) => quantity));
  return discount.minimumQuantity !== null && pieces < discount.minimumQuantity
    ? "more_items"
    : null;
}

/** Whether two discounts may be used in one order: each must name the other's class. */
export function combine(one: DevDiscountCode, other: DevDiscountCode): boolean {
  return one.combinesWith[discountClassOf(other)] && other.combinesWith[discountClassOf(one)];
}
