import { type DevShop, shopHandle } from "../state/shop.ts";

/** The code that waits for the shopper's checkout; null when none does. */
export function readDiscountCode(shop: DevShop, request: Request): string | null {
  const prefix = `${cookieName(shop)}=`;
  const cookie = (request.headers.get("cookie") ?? "")
    .split(/;\s*/)
    .find((pair) => pair.startsWith(prefix));
  const value = cookie?.slice(prefix.length) ?? "";
  return /^[\w-]{1,255}$/.test(value) ? value : null;
}

/** Set-Cookie for a code; null takes the one that waits away. */
export function discountCookie(shop: DevShop, code: string | null): string {
  const value = code !== null && /^[\w-]{1,255}$/.test(code) ? code : "";
  const end = value === "" ? "; Max-Age=0" : "";
  return `${cookieName(shop)}=${value}; Path=/; HttpOnly; SameSite=Lax${end}`;
}

function cookieName(shop: DevShop): string {
  return `devstore_discount_${shopHandle(shop)}`;
}
