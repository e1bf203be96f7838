import { createHmac, timingSafeEqual } from "node:crypto";
import type { Devstore } from "../devstore.ts";
import type { DevShop } from "../state/shop.ts";

/** How far two machines' clocks may differ. */
const clockToleranceSeconds = 10;

export interface SessionClaims {
  dest: string;
  aud: string;
  sub: string;
  exp: number;
  nbf: number;
  iat: number;
}

/** The claims of a session token of this shop and app; null when anything about it is wrong. */
export function readSessionToken(
  devstore: Devstore,
  shop: DevShop,
  token: string,
): SessionClaims | null {
  const [header, payload, signature] = token.split(".");
  if (header === undefined || payload === undefined || signature === undefined) return null;
  const expected = createHmac("sha256", devstore.appConfig.apiSecret)
    .update(`${header}.${payload}`)
    .digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const claims = decode<SessionClaims>(payload);
  if (decode<{ alg: string }>(header)?.alg !== "HS256" || claims === null) return null;
  const now = Date.now() / 1000;
  const inTime =
    claims.exp > now - clockToleranceSeconds && claims.nbf < now + clockToleranceSeconds;
  const forThis =
    claims.aud === devstore.appConfig.apiKey && claims.dest === `https://${shop.domain}`;
  return inTime && forThis ? claims : null;
}

function decode<T>(part: string): T | null {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
