import type { Devstore } from "../devstore.ts";
import { placeOrder } from "../orders/place-order.ts";
import { type CheckoutInput, priceCheckout } from "../orders/price-checkout.ts";
import type { DevOrder } from "../state/order.ts";
import type { DevShop } from "../state/shop.ts";
import type { PricedLine } from "./cart.ts";

interface Checkout {
  customerId: number;
  lines: PricedLine[];
  code: string | null;
}

/** What a checkout comes to, before it is paid. Minor units. */
interface CheckoutSum {
  goodsMinor: number;
  discountMinor: number;
  shippingMinor: number;
  totalMinor: number;
}

/**
 * Places what is in a cart: one order for what is bought once and one for each plan, all of them or none.
 * Throws InputError for what a checkout refuses.
 */
export function checkOut(devstore: Devstore, shop: DevShop, checkout: Checkout): DevOrder[] {
  return devstore.state.transaction(() =>
    ordersOf(checkout).map((input) => placeOrder(devstore, shop, input).order),
  );
}

/** Prices the same without placing it. Throws CodeError when the code is not taken. */
export function sumUp(devstore: Devstore, shop: DevShop, checkout: Checkout): CheckoutSum {
  const sum: CheckoutSum = { goodsMinor: 0, discountMinor: 0, shippingMinor: 0, totalMinor: 0 };
  for (const input of ordersOf(checkout)) {
    const { cart } = priceCheckout(devstore, shop, input);
    for (const line of cart.lines) {
      sum.goodsMinor += line.unitPriceMinor * line.quantity;
      sum.discountMinor += line.discountMinor;
    }
    sum.shippingMinor += cart.shippingMinor;
  }
  sum.totalMinor = sum.goodsMinor - sum.discountMinor + sum.shippingMinor;
  return sum;
}

/** The code goes to what is bought once, where there is such a thing: it can be used for one order. */
function ordersOf({ customerId, lines, code }: Checkout): CheckoutInput[] {
  const byPlan = [...Map.groupBy(lines, (line) => line.sellingPlanId)];
  byPlan.sort(([a], [b]) => Number(a !== null) - Number(b !== null));
  return byPlan.map(([planId, planLines], index) => ({
    cid: customerId,
    planId,
    lines: planLines.map(({ variantId, quantity }) => ({ variantId, quantity })),
    discountCodes: code !== null && index === 0 ? [code] : [],
  }));
}
