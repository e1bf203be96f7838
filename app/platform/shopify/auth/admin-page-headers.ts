import { isShopDomain } from "../shop-domain.ts";

/**
 * Lets a page of the app be framed by the admin of `shopDomain`, and by nobody else; by nobody at all
 * when the shop is unknown. The stand-in's own pages may frame it too where one is in use.
 */
export function frameAncestors(shopDomain: string | null, devstoreUrl: string | null): string {
  if (!isShopDomain(shopDomain)) return "frame-ancestors 'none'";
  const allowed = [`https://${shopDomain}`, "https://admin.shopify.com"];
  if (devstoreUrl !== null) allowed.push(...devstoreOrigins(devstoreUrl));
  return `frame-ancestors ${allowed.join(" ")}`;
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
  headers.delete("x-frame-options");
}

/** The stand-in answers to each name of this machine, and to each store's own below localhost. */
function devstoreOrigins(devstoreUrl: string): string[] {
  const { protocol, hostname, port } = new URL(devstoreUrl);
  const names = new Set([hostname, "localhost", "127.0.0.1", "*.localhost"]);
  return [...names].map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`);
}
