import { type DevShop, shopHandle } from "../state/shop.ts";

/** As many as the platform takes on one order. */
const mostCodes = 5;

/** The codes that wait for the shopper's checkout. */
export function readDiscountCodes(shop: DevShop, request: Request): string[] {
  const prefix = `${cookieName(shop)}=`;
  const cookie = (request.headers.get("cookie") ?? "")
    .split(/;\s*/)
    .find((pair) => pair.startsWith(prefix));
  const value = cookie?.slice(prefix.length) ?? "";
  return admitted(value.split("."));
}

function admitted(codes: readonly string[]): string[] {
  const texts = codes.filter((code) => /^[\w-]{1,255}$/.test(code));
  return texts
    .filter((code, at) => texts.findIndex((one) => one.toLowerCase() === code.toLowerCase()) === at)
    .slice(0, mostCodes);
}

/** Set-Cookie for the codes that wait from now on. */
export function discountCookie(shop: DevShop, codes: readonly string[]): string {
  const value = admitted(codes).join(".");
  const end = value === "" ? "; Max-Age=0" : "";
  return `${cookieName(shop)}=${value}; Path=/; HttpOnly; SameSite=Lax${end}`;
}

function cookieName(shop: DevShop): string {
  return `devstore_discount_${shopHandle(shop)}`;
}
