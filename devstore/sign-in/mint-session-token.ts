import { createHmac, randomUUID } from "node:crypto";
import type { Devstore } from "../devstore.ts";
import { type DevShop, shopHandle } from "../state/shop.ts";
import type { DevStaffMember } from "./staff.ts";

/** A session token lives for one minute of machine time, as the platform's. */
const lifetimeSeconds = 60;

/** The token with which the embedded app is loaded and calls its own server: a HS256 JWT. */
export function mintSessionToken(devstore: Devstore, shop: DevShop, staff: DevStaffMember): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://${shop.domain}/admin`,
    dest: `https://${shop.domain}`,
    aud: devstore.appConfig.apiKey,
    sub: String(staff.id),
    exp: now + lifetimeSeconds,
    nbf: now,
    iat: now,
    jti: randomUUID(),
    sid: randomUUID(),
  };
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  const signature = createHmac("sha256", devstore.appConfig.apiSecret).update(signed);
  return `${signed}.${signature.digest("base64url")}`;
}

/** What the platform passes as `host`: where in the admin the app is shown. */
export function adminHostParameter(shop: DevShop): string {
  return Buffer.from(`admin.shopify.com/store/${shopHandle(shop)}`).toString("base64url");
}

/**
 * The address which the admin's frame loads, signed like the platform's.
 * @param path of the app's own page, for example "/app/offers".
 */
export function embeddedAppUrl(
  devstore: Devstore,
  shop: DevShop,
  staff: DevStaffMember,
  appUrl: string,
  path: string,
): string {
  const url = new URL(path, `${appUrl}/`);
  const parameters = {
    embedded: "1",
    host: adminHostParameter(shop),
    id_token: mintSessionToken(devstore, shop, staff),
    locale: staff.locale,
    session: randomUUID().replaceAll("-", ""),
    shop: shop.domain,
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  url.searchParams.set("hmac", queryHmac(devstore, url));
  return url.href;
}

function queryHmac(devstore: Devstore, url: URL): string {
  const sorted = new URLSearchParams([...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1)));
  const signed = sorted.toString().replaceAll("+", "%20");
  return createHmac("sha256", devstore.appConfig.apiSecret).update(signed).digest("hex");
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
