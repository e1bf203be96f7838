import {
  type CodeDiscountEffect,
  type DevDiscountCode,
  discountClassOf,
} from "../state/discount-code.ts";
import { giveForBought } from "./buy-x-get-y.ts";
import {
  type Cart,
  type CartLine,
  fullPriceOf,
  isBoughtSo,
  isEntitled,
  leftOf,
  sumOf,
} from "./discount-cart.ts";
import { shareOf, spread } from "./share-amount.ts";

/**
 * What a discount on goods takes off each line. One on products goes by their full prices; one on the order by
 * what the discounts on products have left.
 */
export function goodsAmounts(discount: DevDiscountCode, cart: Cart): number[] {
  const { effect } = discount;
  if (effect.type === "free_shipping") return cart.lines.map(() => 0);
  if (effect.type === "bxgy") return giveForBought(effect, cart);
  const base = discountClassOf(discount) === "order" ? leftOf : fullPriceOf;
  const weights = cart.lines.map((line) => (countsFor(effect, line) ? base(line) : 0));
  return basicAmounts(effect, cart.lines, weights);
}

type Basic = Extract<CodeDiscountEffect, { type: "basic" }>;

function basicAmounts({ value, items }: Basic, lines: CartLine[], weights: number[]): number[] {
  if (value.type === "percentage") {
    // Off the order it is rounded once, off products on each line.
    return items.all
      ? spread(shareOf(sumOf(weights), value.percentage), weights)
      : weights.map((weight) => shareOf(weight, value.percentage));
  }
  if (!value.appliesOnEachItem) return spread(value.amountMinor, weights);
  return lines.map(({ quantity }, at) => Math.min(value.amountMinor * quantity, weights[at] ?? 0));
}

/** Whether a line counts for a discount: towards what it lowers, and towards what it asks for first. */
export function countsFor(effect: CodeDiscountEffect, line: CartLine): boolean {
  if (effect.type === "bxgy") return isEntitled(effect.gets.items, line);
  const purchases = {
    oneTime: effect.appliesOnOneTimePurchase,
    subscription: effect.appliesOnSubscription,
  };
  return isBoughtSo(purchases, line) && (effect.type !== "basic" || isEntitled(effect.items, line));
}
