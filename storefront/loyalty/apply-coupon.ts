import { askCart } from "#storefront/ajax-cart.ts";

/** As many codes as an order takes beside another one. */
const MOST_OTHERS = 4;

/**
 * Brings a coupon's code into the cart, beside the codes that it has. "waits": it is there and does not count yet.
 * "unsupported": the store's cart takes codes by a link alone. Rejects when the store does not say.
 */
export async function applyCoupon(code: string): Promise<"applied" | "waits" | "unsupported"> {
  const { discount_codes: codes } = await askCart();
  if (!codes) return "unsupported";
  const others = codes.filter((one) => !isSame(one.code, code));
  const named = (applicable: boolean) =>
    others.filter((one) => one.applicable === applicable).map((one) => one.code);
  const discount = [...named(true).slice(0, MOST_OTHERS), code, ...named(false)].join();
  const { discount_codes: now = [] } = await askCart({ discount });
  return now.some((one) => isSame(one.code, code) && one.applicable) ? "applied" : "waits";
}

function isSame(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}
