import { isShopDomain } from "../shop-domain.ts";

/** A page that is framed before its store has been proven, and holds nothing of any store. */
export const ANY_STORE = "any";

/**
 * Lets a page of the app be framed by the admin of `shopDomain`, and by nobody else; by nobody at all
 * when the shop is unknown. The stand-in's own pages may frame it too where one is in use.
 *
 * @param shopDomain as the platform has signed it: whoever chose it freely could frame the page in a store
 *   of theirs. {@link ANY_STORE} allows only the platform's own admin.
 */
export function frameAncestors(shopDomain: string | null, devstoreUrl: string | null): string {
  const isAny = shopDomain === ANY_STORE;
  if (!isAny && !isShopDomain(shopDomain)) return "frame-ancestors 'none'";
  const allowed = ["https://admin.shopify.com"];
  if (!isAny) allowed.unshift(`https://${shopDomain}`);
  if (devstoreUrl !== null) allowed.push(...devstoreOrigins(devstoreUrl));
  return `frame-ancestors ${allowed.join(" ")}`;
}

/**
 * Lets a page run our own files, the scripts that the server has marked, and App Bridge with what it loads
 * from beside itself; nothing that somebody has written into the page.
 */
export function scriptPolicy(nonce: string, appBridgeUrl: string): string {
  const appBridge = new URL(".", appBridgeUrl).href;
  return `script-src 'self' 'nonce-${nonce}' ${appBridge}; object-src 'none'; base-uri 'none'`;
}

/**
 * Sets what every HTML answer of the embedded admin must carry. A policy that is there already keeps
 * its other directives.
 */
export function setAdminPageHeaders(
  headers: Headers,
  shopDomain: string | null,
  devstoreUrl: string | null,
): void {
  const others = (headers.get("content-security-policy") ?? "")
    .split(";")
    .map((directive) => directive.trim())
    .filter((directive) => directive !== "" && !/^frame-ancestors(\s|$)/i.test(directive));
  const policy = [...others, frameAncestors(shopDomain, devstoreUrl)];
  headers.set("content-security-policy", policy.join("; "));
  headers.set("x-content-type-options", "nosniff");
  headers.delete("x-frame-options");
}

/** The stand-in answers to each name of this machine, and to each store's own below localhost. */
function devstoreOrigins(devstoreUrl: string): string[] {
  const { protocol, hostname, port } = new URL(devstoreUrl);
  const names = new Set([hostname, "localhost", "127.0.0.1", "*.localhost"]);
  return [...names].map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`);
}
