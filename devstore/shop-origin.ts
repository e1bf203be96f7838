import { demoShopDomain } from "./find-shop.ts";
import { type DevShop, shopHandle } from "./state/shop.ts";

/**
 * Where a browser on this machine opens the shop, whatever address the development store was asked at: the demo shop at
 * `localhost`, every other one at its own name below it.
 *
 * @param askedAt any address of the development store.
 */
export function shopOrigin(askedAt: string, shop: Pick<DevShop, "domain">): string {
  const { protocol, port } = new URL(askedAt || "http://localhost");
  const host = shop.domain === demoShopDomain ? "localhost" : `${shopHandle(shop)}.localhost`;
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}
