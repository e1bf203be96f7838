import { isShopDomain } from "./shop-domain.ts";

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

/** The stand-in serves each store under a name of its own below localhost as well. */
function devstoreOrigins(devstoreUrl: string): string[] {
  const { protocol, origin, port } = new URL(devstoreUrl);
  return [origin, `${protocol}//*.localhost${port === "" ? "" : `:${port}`}`];
}
