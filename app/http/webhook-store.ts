/**
 * Topics whose body names its store, and the field that holds the store's permanent domain. Their
 * effects are irreversible, and the platform signs only the body of a delivery: without this check a captured
 * body could be replayed against any store named in the headers, and a captured order would pass for a request
 * to erase its customer.
 */
const STORE_FIELDS: Readonly<Record<string, string>> = {
  "app/uninstalled": "myshopify_domain",
  "customers/data_request": "shop_domain",
  "customers/redact": "shop_domain",
  "shop/redact": "shop_domain",
};

/**
 * False when the signed body belongs to another store than the one in the headers, or does not say whose it
 * is where its topic must. The other topics only name things that are read again from the header's own
 * store, where another store's ids find nothing.
 */
export function isBodyOfStore(topic: string, payload: unknown, shopDomain: string): boolean {
  const field = STORE_FIELDS[topic];
  if (typeof payload !== "object" || payload === null) return field === undefined;
  const body = payload as Readonly<Record<string, unknown>>;
  if (field !== undefined) return body[field] === shopDomain;
  return ["shop_domain", "myshopify_domain"].every(
    (name) => !Object.hasOwn(body, name) || body[name] === shopDomain,
  );
}
