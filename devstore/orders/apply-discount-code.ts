import type { DevDiscountCode, DiscountItems } from "../state/discount-code.ts";
import { discountCodeStatus } from "../state/discount-code.ts";

interface CartLine {
  productId: number | null;
  variantId: number | null;
  quantity: number;
  unitPriceMinor: number;
  subscription: boolean;
  discountMinor: number;
}

export interface Cart {
  customerId: number | null;
  lines: CartLine[];
  shippingMinor: number;
}

export type CodeErrorKind =
  | "inactive"
  | "used_up"
  | "other_customer"
  | "used_before"
  | "larger_order"
  | "more_items"
  | "not_combinable";

/** Why a checkout turns a code down; null when it takes it. */
export function findCodeError(
  discount: DevDiscountCode,
  cart: Cart,
  now: Date,
): CodeErrorKind | null {
  if (discountCodeStatus(discount, now) !== "ACTIVE") return "inactive";
  if (discount.usageLimit !== null && discount.usageCount >= discount.usageLimit) {
    return "used_up";
  }
  const { customerId } = cart;
  if (discount.customerIds !== null) {
    if (customerId === null || !discount.customerIds.includes(customerId)) {
      return "other_customer";
    }
  }
  if (discount.appliesOncePerCustomer && customerId !== null) {
    if (discount.usedByCustomerIds.includes(customerId)) return "used_before";
  }
  const subtotal = cart.lines.reduce((sum, line) => sum + leftOf(line), 0);
  if (discount.minimumSubtotalMinor !== null && subtotal < discount.minimumSubtotalMinor) {
    return "larger_order";
  }
  const pieces = cart.lines.reduce((sum, line) => sum + line.quantity, 0);
  if (discount.minimumQuantity !== null && pieces < discount.minimumQuantity) {
    return "more_items";
  }
  return null;
}

/** Whether two discounts may be used in one order: each must name the other's class. */
export function combine(one: DevDiscountCode, other: DevDiscountCode): boolean {
  return one.combinesWith[classOf(other)] && other.combinesWith[classOf(one)];
}

function classOf({ effect }: DevDiscountCode): keyof DevDiscountCode["combinesWith"] {
  if (effect.type === "free_shipping") return "shipping";
  return effect.type === "basic" && effect.items.all ? "order" : "product";
}

/** Takes the code's effect off the cart and answers what it came to. */
export function applyDiscountCode(discount: DevDiscountCode, cart: Cart): number {
  const { effect } = discount;
  if (effect.type === "free_shipping") return freeShipping(effect.maximumShippingMinor, cart);
  if (effect.type === "bxgy") return buyAndGet(effect, cart);
  const lines = cart.lines.filter(
    (line) =>
      isEntitled(effect.items, line) &&
      (line.subscription ? effect.appliesOnSubscription : effect.appliesOnOneTimePurchase),
  );
  if (effect.value.type === "percentage") {
    const { percentage } = effect.value;
    return lines.reduce((sum, line) => sum + takeOff(line, leftOf(line) * percentage), 0);
  }
  const { amountMinor, appliesOnEachItem } = effect.value;
  if (appliesOnEachItem) {
    return lines.reduce((sum, line) => sum + takeOff(line, amountMinor * line.quantity), 0);
  }
  let rest = amountMinor;
  for (const line of lines) rest -= takeOff(line, rest);
  return amountMinor - rest;
}

function freeShipping(maximumMinor: number | null, cart: Cart): number {
  if (maximumMinor !== null && cart.shippingMinor > maximumMinor) return 0;
  const freed = cart.shippingMinor;
  cart.shippingMinor = 0;
  return freed;
}

function buyAndGet(
  effect: Extract<DevDiscountCode["effect"], { type: "bxgy" }>,
  cart: Cart,
): number {
  const bought = cart.lines.filter((line) => isEntitled(effect.buys.items, line));
  const pieces = bought.reduce((sum, line) => sum + line.quantity, 0);
  const spent = bought.reduce((sum, line) => sum + leftOf(line), 0);
  const enough =
    (effect.buys.quantity === null || pieces >= effect.buys.quantity) &&
    (effect.buys.amountMinor === null || spent >= effect.buys.amountMinor);
  if (!enough) return 0;
  let piecesLeft = effect.gets.quantity;
  let total = 0;
  for (const line of cart.lines.filter((one) => isEntitled(effect.gets.items, one))) {
    const quantity = Math.min(piecesLeft, line.quantity);
    const { effect: gift } = effect.gets;
    const each =
      gift.type === "percentage" ? line.unitPriceMinor * gift.percentage : gift.amountMinor;
    total += takeOff(line, each * quantity);
    piecesLeft -= quantity;
  }
  return total;
}

function isEntitled(items: DiscountItems, line: CartLine): boolean {
  if (items.all) return true;
  return (
    (line.productId !== null && items.productIds.includes(line.productId)) ||
    (line.variantId !== null && items.variantIds.includes(line.variantId))
  );
}

function leftOf(line: CartLine): number {
  return line.unitPriceMinor * line.quantity - line.discountMinor;
}

function takeOff(line: CartLine, amountMinor: number): number {
  const taken = Math.min(Math.round(amountMinor), leftOf(line));
  line.discountMinor += taken;
  return taken;
}
