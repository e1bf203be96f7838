import type { Shop } from "#app/domain/shops/shop.ts";
import type { Environment } from "#app/lib/env.ts";

/** One of the product's programming interfaces, as a merchant hands it to whoever connects to it. */
export interface InterfaceAddress {
  name: string;
  address: string;
  /** Where its key goes. */
  key: string;
  /** False while this version of the app has no endpoint of it yet. */
  served: boolean;
}

/** Each interface's place below the app's own host, or below the app proxy, and where its key goes. */
const INTERFACES = [
  { name: "Core REST API", host: "app", path: "", key: "Authorization: Bearer header" },
  { name: "Data API", host: "proxy", path: "/data", key: "key in the query" },
  {
    name: "Collection API (deprecated)",
    host: "proxy",
    path: "/collection",
    key: "key form field",
  },
  {
    name: "Store Credit Management API",
    host: "app",
    path: "/store-credit/manage",
    key: "key body field",
  },
  { name: "Loyalty API", host: "proxy", path: "/loyalty", key: "no key: signed by the storefront" },
  { name: "Churn API", host: "proxy", path: "/membership/churn", key: "key in the query" },
] as const;

/**
 * Where a store's interfaces are. Those behind the app proxy are on the store's own address, which in
 * the demo is the stand-in's.
 *
 * @param declaredPaths the paths of all declared API routes: what is not among them is not served.
 */
export function interfaceAddresses(
  environment: Pick<Environment, "APP_URL" | "DEVSTORE_URL">,
  shop: Pick<Shop, "domain" | "proxyPath">,
  declaredPaths: readonly string[],
): InterfaceAddress[] {
  const proxy = `${storefrontOrigin(environment, shop.domain)}${shop.proxyPath}/v1`;
  return INTERFACES.map(({ name, host, path, key }) => {
    const [origin, prefix] =
      host === "app" ? [`${environment.APP_URL}/api/v1`, "/api/v1"] : [proxy, "/proxy/v1"];
    return {
      name,
      key,
      address: origin + path,
      served: declaredPaths.some(
        (declared) => declared.startsWith(`${prefix}${path}/`) || declared === prefix + path,
      ),
    };
  });
}

function storefrontOrigin(
  environment: Pick<Environment, "DEVSTORE_URL">,
  shopDomain: string,
): string {
  if (!environment.DEVSTORE_URL) return `https://${shopDomain}`;
  const standIn = new URL(environment.DEVSTORE_URL);
  // The development store serves each store under its own subdomain of localhost.
  standIn.hostname = `${shopDomain.split(".")[0]}.localhost`;
  return standIn.origin;
}
