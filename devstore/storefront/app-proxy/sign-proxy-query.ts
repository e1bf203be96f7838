import { createHmac } from "node:crypto";

/** What the platform adds to a forwarded request. */
export interface ProxyFacts {
  shop: string;
  pathPrefix: string;
  /** Null when no customer is signed in. */
  customerId: number | null;
  /** Machine time in whole seconds. */
  timestamp: number;
}

const reserved = new Set([
  "shop",
  "path_prefix",
  "timestamp",
  "logged_in_customer_id",
  "signature",
  "hmac",
]);

/**
 * The query of a request forwarded through the app proxy. The shopper's own parameters stay, in their
 * order and repeated where they are repeated; those which bear a name of the platform's are dropped, so
 * that the one value which the app reads is always the platform's.
 */
export function signProxyQuery(
  shopperQuery: URLSearchParams,
  facts: ProxyFacts,
  secret: string,
): URLSearchParams {
  const query = new URLSearchParams(
    [...shopperQuery].filter(([name]) => !reserved.has(name.toLowerCase())),
  );
  query.set("shop", facts.shop);
  query.set("logged_in_customer_id", facts.customerId === null ? "" : String(facts.customerId));
  query.set("path_prefix", facts.pathPrefix);
  query.set("timestamp", String(facts.timestamp));
  query.set("signature", proxySignature(query, secret));
  return query;
}

/** Hex HMAC-SHA256 over the sorted `name=value` pairs with nothing between, repeated values joined by commas. */
export function proxySignature(query: URLSearchParams, secret: string): string {
  const values = new Map<string, string[]>();
  for (const [name, value] of query) {
    if (name === "signature") continue;
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const signed = [...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => `${name}=${all.join(",")}`)
    .join("");
  return createHmac("sha256", secret).update(signed).digest("hex");
}
