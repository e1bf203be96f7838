/** Parameters which the admin adds to the app's address; they are no part of a page's own. */
const frameParameters = [
  "embedded",
  "hmac",
  "host",
  "id_token",
  "locale",
  "session",
  "shop",
  "timestamp",
];

/** Where the app's own pages for merchants begin. */
const appRoot = "/app";

/**
 * The app's page for an address of the admin: what follows the app's handle, or the app's first page.
 * @param rest of the admin's path, for example "/app/offers" or "".
 */
export function appPathOf(rest: string): string {
  if (rest === "" || rest === "/") return appRoot;
  if (rest === appRoot || rest.startsWith(`${appRoot}/`)) return rest;
  return `${appRoot}${rest}`;
}

/** The admin's address for a page of the app, which a merchant can keep and open again. */
export function adminPathOf(handle: string, appPath: string): string {
  const url = new URL(appPath, "http://app.invalid");
  for (const name of frameParameters) url.searchParams.delete(name);
  const path = url.pathname === "/" || url.pathname === appRoot ? "" : url.pathname;
  return `/admin/apps/${handle}${path}${url.search}${url.hash}`;
}

/**
 * The path below `/admin` for an address which the app names in one of the platform's ways:
 * "shopify:admin/orders/1", "shopify://admin/orders/1", "https://admin.shopify.com/store/x/orders/1" or
 * "https://x.myshopify.com/admin/orders/1". Undefined for any other address.
 */
export function adminTarget(address: string): string | undefined {
  const scheme = /^shopify:\/*admin\/?(.*)$/i.exec(address);
  if (scheme !== null) return `/admin/${scheme[1] ?? ""}`;
  const hosted = /^https:\/\/admin\.shopify\.com\/store\/[^/]+\/?(.*)$/i.exec(address);
  if (hosted !== null) return `/admin/${hosted[1] ?? ""}`;
  const own = /^https:\/\/[a-z0-9-]+\.myshopify\.com\/admin\/?(.*)$/i.exec(address);
  return own === null ? undefined : `/admin/${own[1] ?? ""}`;
}
