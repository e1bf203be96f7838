import { signProxyQuery } from "./sign-proxy-query.ts";
import type { TestApp } from "./test-app.ts";
import { type ApiAnswer, callJson, type TestShop } from "./test-shop.ts";

/** A request of the Collection API, as the store's signed app proxy sends it on. */
export function collectRequest(
  { url, environment }: Pick<TestApp, "url" | "environment">,
  domain: string,
  fields: Record<string, string>,
  type = "application/x-www-form-urlencoded",
): { address: string; init: { method: string; headers: Record<string, string>; body: string } } {
  const query = signProxyQuery({}, { shop: domain, secret: environment.SHOPIFY_API_SECRET });
  return {
    address: `${url}/proxy/v1/collection?${query}`,
    init: {
      method: "POST",
      headers: { "content-type": type },
      body: new URLSearchParams(fields).toString(),
    },
  };
}

/** Asks the Collection API for a topic with the store's key. */
export function collect(
  testApp: Pick<TestApp, "url" | "environment">,
  shop: TestShop,
  topic: string,
): Promise<ApiAnswer> {
  const { address, init } = collectRequest(testApp, shop.domain, { key: shop.key, topic });
  return callJson(address, init);
}
