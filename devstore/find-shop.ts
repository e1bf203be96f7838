import type { Devstore } from "./devstore.ts";
import type { DevShop } from "./state/shop.ts";

export const demoShopDomain = "perennial-demo.myshopify.com";

/**
 * The shop a request is for: the one the app's traffic names in `x-forwarded-host`, else the first
 * part of a `*.localhost` address, else the demo shop. Undefined when that shop does not exist.
 */
export function findShop(devstore: Devstore, request: Request): DevShop | undefined {
  return devstore.state.shop(shopDomainOf(request));
}

/** The shop's domain as the request names it, whether such a shop exists or not. */
export function shopDomainOf(request: Request): string {
  const forwarded = request.headers.get("x-forwarded-host");
  if (forwarded !== null) return forwarded.toLowerCase();
  const host = new URL(request.url).hostname.toLowerCase();
  const handle = /^([a-z0-9][a-z0-9-]*)\.localhost$/.exec(host)?.[1];
  return handle === undefined ? demoShopDomain : `${handle}.myshopify.com`;
}

/** Where the shop's app listens; null while nothing does. */
export function appUrlOf(devstore: Devstore, shop: DevShop): string | null {
  return shop.appUrl ?? devstore.appConfig.appUrl;
}

/** Where the app proxy is on this shop, for example "/apps/service-api". */
export function proxyPathOf({ appConfig }: Pick<Devstore, "appConfig">, shop: DevShop): string {
  return shop.proxyPath ?? appConfig.proxyPath;
}
