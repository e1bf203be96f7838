import type { ShopContext } from "../context.ts";

/** Writes for the theme's blocks where on the store the app's proxy is. Safe to repeat. */
export async function publishStorefront(
  context: Pick<ShopContext, "platform" | "shop">,
): Promise<void> {
  await context.platform.publishShopData("storefront", "settings", {
    proxy_path: context.shop.proxyPath,
  });
}
