import type { Shopify } from "@shopify/shopify-api";
import { isShopDomain } from "../shop-domain.ts";

/** Where a request of the embedded admin carries its session token. */
export interface SentToken {
  token: string;
  place: "header" | "address";
}

/** What the request carries as its session token; null without one. */
export function sentToken(request: Request): SentToken | null {
  const header = request.headers.get("authorization");
  if (header !== null) return { token: header.replace(/^Bearer /, ""), place: "header" };
  const token = new URL(request.url).searchParams.get("id_token");
  return token === null ? null : { token, place: "address" };
}

/**
 * The store that the platform has signed a session token for; null for a token that is not the platform's,
 * has expired or never would, or names another store as its issuer than as its audience.
 *
 * The SDK checks signature, `aud`, `exp` and `nbf`, but takes a token without `exp` and any issuer.
 */
export async function readTokenShop(sdk: Shopify, token: string): Promise<string | null> {
  try {
    const { dest, iss, exp } = await sdk.session.decodeSessionToken(token);
    const hostname = withoutScheme(dest);
    const isComplete = typeof exp === "number" && withoutScheme(iss) === `${hostname}/admin`;
    return isComplete && isShopDomain(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

function withoutScheme(address: string): string {
  return address.replace(/^https:\/\//, "");
}
