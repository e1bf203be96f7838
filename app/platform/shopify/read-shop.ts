import type { PlatformShop } from "../platform.ts";
import type { AdminClient } from "./admin-client.ts";
import { ReadShopDocument } from "./admin-operations.generated.ts";
import { fromGid } from "./gid.ts";

export async function readShop(client: AdminClient, shopDomain: string): Promise<PlatformShop> {
  const { shop } = await client.run(shopDomain, ReadShopDocument, {});
  return {
    shopId: fromGid("Shop", shop.id),
    domain: shop.myshopifyDomain,
    name: shop.name,
    contactEmail: shop.contactEmail,
    // The theme's own page, in a store that still has it.
    accountUrl: shop.customerAccountsV2.url ?? new URL("/account", shop.url).href,
    ianaTimezone: shop.ianaTimezone,
    currency: shop.currencyCode,
    taxesOnTop: !shop.taxesIncluded,
    isDevelopment: shop.plan.partnerDevelopment,
  };
}
