import { type Presentment, presentmentIn } from "../state/presentment.ts";
import type { DevShop } from "../state/shop.ts";

const cookieName = "cart_currency";

/** The currency of the shopper's cart: the one that they have chosen and the shop sells in, otherwise the shop's own. */
export function readPresentment(shop: DevShop, request: Request): Presentment {
  const cookie = (request.headers.get("cookie") ?? "")
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${cookieName}=`));
  const chosen = cookie?.slice(cookieName.length + 1) ?? shop.currency;
  return presentmentIn(shop, chosen) ?? { currency: shop.currency, rate: 1 };
}

/** Set-Cookie for the currency that a shopper chooses. */
export function currencyCookie(currency: string): string {
  return `${cookieName}=${currency}; Path=/; SameSite=Lax`;
}
