import { createHmac, timingSafeEqual } from "node:crypto";
import type { Devstore } from "../devstore.ts";
import type { DevCustomer } from "../state/customer.ts";
import { type DevShop, shopHandle } from "../state/shop.ts";

/** Set-Cookie for a shopper who has signed in; each shop has its own cookie name. */
export function shopperCookie(devstore: Devstore, shop: DevShop, customerId: number): string {
  const value = `${customerId}.${cookieSignature(devstore, shop, customerId)}`;
  return `${cookieName(shop)}=${value}; Path=/; HttpOnly; SameSite=Lax`;
}

/** Set-Cookie for a shopper who signs out. */
export function endedShopperCookie(shop: DevShop): string {
  return `${cookieName(shop)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
}

/** The shopper whom the request's cookie names, unless it is forged or the customer is gone. */
export function signedInCustomer(
  devstore: Devstore,
  shop: DevShop,
  request: Request,
): DevCustomer | undefined {
  const prefix = `${cookieName(shop)}=`;
  const cookie = (request.headers.get("cookie") ?? "")
    .split(/;\s*/)
    .find((pair) => pair.startsWith(prefix));
  const match = /^(\d+)\.([\w-]+)$/.exec(cookie?.slice(prefix.length) ?? "");
  if (match === null) return undefined;
  const expected = Buffer.from(cookieSignature(devstore, shop, Number(match[1])));
  const given = Buffer.from(match[2] ?? "");
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  return devstore.state.get(shop.domain, "customer", Number(match[1]));
}

function cookieName(shop: DevShop): string {
  return `devstore_shopper_${shopHandle(shop)}`;
}

function cookieSignature(devstore: Devstore, shop: DevShop, customerId: number): string {
  return createHmac("sha256", devstore.appConfig.apiSecret)
    .update(`shopper\n${shop.domain}\n${customerId}`)
    .digest("base64url");
}
