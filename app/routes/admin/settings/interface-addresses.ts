import type { Environment } from "#app/core/env.ts";

/** One of the product's programming interfaces, as a merchant hands it to whoever connects to it. */
export interface InterfaceAddress {
  name: string;
  address: string;
  /** Where its key goes. */
  key: string;
}

/**
 * Where a store's interfaces are. Those behind the app proxy are on the store's own address, which in
 * the demo is the stand-in's.
 */
export function interfaceAddresses(
  environment: Pick<Environment, "APP_URL" | "DEVSTORE_URL">,
  shopDomain: string,
): InterfaceAddress[] {
  const host = environment.APP_URL;
  const proxy = `${storefrontOrigin(environment, shopDomain)}/apps/service-api/v1`;
  return [
    { name: "Core REST API", address: `${host}/api/v1`, key: "Authorization: Bearer header" },
    { name: "Data API", address: `${proxy}/data`, key: "key in the query" },
    { name: "Collection API (deprecated)", address: `${proxy}/collection`, key: "key form field" },
    {
      name: "Store Credit Management API",
      address: `${host}/api/v1/store-credit/manage`,
      key: "key body field",
    },
    { name: "Loyalty API", address: `${proxy}/loyalty`, key: "no key: signed by the storefront" },
    { name: "Churn API", address: `${proxy}/membership/churn`, key: "key in the query" },
  ];
}

function storefrontOrigin(
  environment: Pick<Environment, "DEVSTORE_URL">,
  shopDomain: string,
): string {
  if (!environment.DEVSTORE_URL) return `https://${shopDomain}`;
  const standIn = new URL(environment.DEVSTORE_URL);
  // The stand-in serves each store under a name of its own below localhost.
  standIn.hostname = `${shopDomain.split(".")[0]}.localhost`;
  return standIn.origin;
}
