import type { Devstore } from "../devstore.ts";
import { fullPriceOf, sumOf } from "../discounts/discount-cart.ts";
import { taxesOn, taxTermsOf } from "../orders/figures/order-taxes.ts";
import { placeOrder } from "../orders/place-order.ts";
import {
  type CheckoutInput,
  CodeError,
  priceCheckout,
  priceGoods,
  taxationOf,
} from "../orders/price-checkout.ts";
import type { DevOrder } from "../state/order.ts";
import type { Presentment } from "../state/presentment.ts";
import type { DevShop } from "../state/shop.ts";
import type { PricedLine } from "./cart.ts";

interface Checkout {
  customerId: number;
  lines: PricedLine[];
  codes: readonly string[];
  attributes?: { key: string; value: string }[];
  presentment?: Presentment;
}

/** What a checkout comes to, before it is paid. Minor units. */
interface CheckoutSum {
  goodsMinor: number;
  discountMinor: number;
  shippingMinor: number;
  /** What the prices do not contain. */
  addedTaxMinor: number;
  totalMinor: number;
}

/** Places what is in a cart as one order. Throws InputError for what a checkout refuses. */
export function checkOut(devstore: Devstore, shop: DevShop, checkout: Checkout): DevOrder {
  return devstore.state.transaction(() => placeOrder(devstore, shop, inputOf(checkout)).order);
}

/** Prices the same without placing it. Throws CodeError when the code is not taken. */
export function sumUp(devstore: Devstore, shop: DevShop, checkout: Checkout): CheckoutSum {
  const { cart, bought } = priceCheckout(devstore, shop, inputOf(checkout));
  const goodsMinor = sumOf(cart.lines.map(fullPriceOf));
  const discountMinor = sumOf(cart.lines.map((line) => line.discountMinor));
  const { shippingMinor } = cart;
  const terms = taxTermsOf(shop);
  const lines = cart.lines.map((line, at) => {
    const sold = bought[at];
    return { ...line, ...(sold && taxationOf(sold)) };
  });
  const addedTaxMinor = terms.included ? 0 : taxesOn(lines, shippingMinor, terms).taxMinor;
  const totalMinor = goodsMinor - discountMinor + shippingMinor + addedTaxMinor;
  return { goodsMinor, discountMinor, shippingMinor, addedTaxMinor, totalMinor };
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

function inputOf({
  customerId,
  lines,
  codes,
  attributes = [],
  presentment,
}: Checkout): CheckoutInput {
  return {
    ...{ cid: customerId, ...goodsOf(lines), discountCodes: [...codes], attributes },
    presentment,
  };
}

function goodsOf(lines: readonly PricedLine[]) {
  return {
    planId: null,
    lines: lines.map(({ variantId, quantity, sellingPlanId }) => {
      return { variantId, quantity, planId: sellingPlanId };
    }),
  };
}
