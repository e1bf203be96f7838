import type { Devstore } from "../devstore.ts";
import { placeOrder } from "../orders/place-order.ts";
import {
  type CheckoutInput,
  CodeError,
  priceCheckout,
  priceGoods,
} from "../orders/price-checkout.ts";
import type { DevOrder } from "../state/order.ts";
import type { DevShop } from "../state/shop.ts";
import type { PricedLine } from "./cart.ts";

interface Checkout {
  customerId: number;
  lines: PricedLine[];
  codes: readonly string[];
  attributes?: { key: string; value: string }[];
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

/** A cart with the codes that wait for its checkout: which of them count, and why the others do not. */
export function weighCodes(
  devstore: Devstore,
  shop: DevShop,
  customerId: number | null,
  { lines, codes }: Pick<Checkout, "lines" | "codes">,
) {
  const price = (discountCodes: string[]) =>
    priceGoods(devstore, shop, customerId, { ...goodsOf(lines), discountCodes });
  const taken: string[] = [];
  const refused: CodeError[] = [];
  for (const code of codes) {
    try {
      price([...taken, code]);
      taken.push(code);
    } catch (error) {
      if (!(error instanceof CodeError)) throw error;
      refused.push(error);
    }
  }
  return { taken, refused, priced: price(taken) };
}

function inputOf({ customerId, lines, codes, attributes = [] }: Checkout): CheckoutInput {
  return { cid: customerId, ...goodsOf(lines), discountCodes: [...codes], attributes };
}

function goodsOf(lines: readonly PricedLine[]) {
  return {
    planId: null,
    lines: lines.map(({ variantId, quantity, sellingPlanId }) => {
      return { variantId, quantity, planId: sellingPlanId };
    }),
  };
}
