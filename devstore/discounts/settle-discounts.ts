import { type DevDiscountCode, discountClassOf } from "../state/discount-code.ts";
import { countsFor, goodsAmounts } from "./discount-amounts.ts";
import { type Cart, leftOf, sumOf } from "./discount-cart.ts";
import { type CodeErrorKind, findShortage } from "./find-code-error.ts";
import { spread } from "./share-amount.ts";

/** A discount with what it came to. */
export interface Redeemed {
  discount: DevDiscountCode;
  /** Of the goods, or of the delivery. */
  amountMinor: number;
  /** What it took off each of the cart's lines. */
  byLine: number[];
  /** Why it came to nothing; null when it took effect. */
  error: CodeErrorKind | null;
}

/**
 * Takes discounts off a cart, in the platform's order: those on products by full prices, those on the order by
 * what these have left, then those on the delivery. Only one discount on products counts on each line, the largest.
 */
export function settleDiscounts(
  cart: Cart,
  discounts: readonly DevDiscountCode[],
): { cart: Cart; settled: Redeemed[] } {
  let current: Cart = {
    ...cart,
    lines: cart.lines.map((line) => ({ ...line, discountMinor: 0 })),
  };
  const outcomes = new Map<DevDiscountCode, Redeemed>();
  const take = (discount: DevDiscountCode, byLine: number[], error: CodeErrorKind | null) => {
    const amountMinor = sumOf(byLine);
    outcomes.set(discount, { discount, amountMinor, byLine, error });
    current = {
      ...current,
      lines: current.lines.map((line, at) => {
        return { ...line, discountMinor: line.discountMinor + (byLine[at] ?? 0) };
      }),
    };
  };
  const none = cart.lines.map(() => 0);
  const ofClass = (wanted: string) =>
    discounts.filter((discount) => discountClassOf(discount) === wanted);

  const onProducts = ofClass("product").map((discount) => {
    const shortage = findShortage(discount, current);
    const wished = shortage === null ? goodsAmounts(discount, current) : none;
    return { discount, shortage, wished };
  });
  for (const one of onProducts) {
    const byLine = one.wished.map((amount, at) => (isLargest(onProducts, one, at) ? amount : 0));
    const isOutdone = sumOf(one.wished) > 0 && sumOf(byLine) === 0;
    const unmet = sumOf(one.wished) === 0 && isBought(one.discount) ? "not_for_items" : null;
    take(one.discount, byLine, one.shortage ?? (isOutdone ? "not_combinable" : unmet));
  }
  // Each of those on the order goes by the same subtotal, not by what another one has left.
  const afterProducts = current;
  for (const discount of ofClass("order")) {
    const shortage = findShortage(discount, afterProducts);
    const wished = shortage === null ? goodsAmounts(discount, afterProducts) : none;
    take(discount, cutToWhatIsLeft(discount, wished, current), shortage);
  }
  for (const discount of ofClass("shipping")) {
    const error = findShortage(discount, current) ?? findDeliveryError(discount, current);
    const amountMinor = error === null ? current.shippingMinor : 0;
    outcomes.set(discount, { discount, amountMinor, byLine: none, error });
    current = { ...current, shippingMinor: current.shippingMinor - amountMinor };
  }
  return {
    cart: current,
    settled: discounts.flatMap((discount) => outcomes.get(discount) ?? []),
  };
}

/** Where another discount on the order has taken too much of a line, the amount moves to the lines that have more. */
function cutToWhatIsLeft(
  { effect }: DevDiscountCode,
  wished: readonly number[],
  { lines }: Cart,
): number[] {
  const left = lines.map((line) => (countsFor(effect, line) ? leftOf(line) : 0));
  const fits = wished.every((amount, at) => amount <= (left[at] ?? 0));
  return fits ? [...wished] : spread(sumOf(wished), left);
}

type Wish = { wished: number[] };

/** The first of several that are equal is the one that counts. */
function isLargest(all: readonly Wish[], one: Wish, at: number): boolean {
  const best = Math.max(...all.map(({ wished }) => wished[at] ?? 0));
  return all.find(({ wished }) => (wished[at] ?? 0) === best) === one;
}

function isBought({ effect }: DevDiscountCode): boolean {
  return effect.type === "bxgy";
}

function findDeliveryError({ effect }: DevDiscountCode, cart: Cart): CodeErrorKind | null {
  if (effect.type !== "free_shipping") return null;
  const { maximumShippingMinor, countries } = effect;
  const isTooDear = maximumShippingMinor !== null && cart.shippingMinor > maximumShippingMinor;
  const isElsewhere =
    countries !== undefined && cart.countryCode !== null && !countries.includes(cart.countryCode);
  return cart.shippingMinor === 0 || isTooDear || isElsewhere ? "not_for_items" : null;
}
