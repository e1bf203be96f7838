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
    ianaTimezone: shop.ianaTimezone,
    currency: shop.currencyCode,
    isDevelopment: shop.plan.partnerDevelopment,
  };
}
