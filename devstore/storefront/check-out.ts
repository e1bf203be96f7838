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

/** Places what is in a cart as one order. Throws InputError for what a checkout refuses. */
export function checkOut(devstore: Devstore, shop: DevShop, checkout: Checkout): DevOrder {
  return devstore.state.transaction(() => placeOrder(devstore, shop, inputOf(checkout)).order);
}

/** Prices the same without placing it. Throws CodeError when the code is not taken. */
export function sumUp(devstore: Devstore, shop: DevShop, checkout: Checkout): CheckoutSum {
  const { cart } = priceCheckout(devstore, shop, inputOf(checkout));
  const sum: CheckoutSum = {
    goodsMinor: 0,
    discountMinor: 0,
    shippingMinor: cart.shippingMinor,
    totalMinor: cart.shippingMinor,
  };
  for (const line of cart.lines) {
    sum.goodsMinor += line.unitPriceMinor * line.quantity;
    sum.discountMinor += line.discountMinor;
  }
  sum.totalMinor += sum.goodsMinor - sum.discountMinor;
  return sum;
}

function inputOf({ customerId, lines, code }: Checkout): CheckoutInput {
  return {
    cid: customerId,
    planId: null,
    lines: lines.map(({ variantId, quantity, sellingPlanId }) => {
      return { variantId, quantity, planId: sellingPlanId };
    }),
    discountCodes: code === null ? [] : [code],
  };
}
