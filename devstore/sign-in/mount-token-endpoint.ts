import { timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import type { Devstore } from "../devstore.ts";
import { findShop } from "../find-shop.ts";
import type { DevShop } from "../state/shop.ts";
import {
  grantOfflineToken,
  grantOnlineToken,
  grantTokenResponse,
  refreshGrant,
} from "./grant-token.ts";
import { installApp } from "./install-app.ts";
import { readSessionToken } from "./read-session-token.ts";
import { findStaffMember } from "./staff.ts";

const exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange";
const idTokenType = "urn:ietf:params:oauth:token-type:id_token";
const modes: Record<string, "online" | "offline"> = {
  "urn:shopify:params:oauth:token-type:online-access-token": "online",
  "urn:shopify:params:oauth:token-type:offline-access-token": "offline",
};

type Answer = { status: 200 | 400 | 404; body: Record<string, unknown> };

/** Serves the platform's token endpoint: session tokens for access tokens, and refreshed ones. */
export function mountTokenEndpoint(app: Hono, devstore: Devstore): void {
  app.post("/admin/oauth/access_token", async (c) => {
    const shop = findShop(devstore, c.req.raw);
    const parameters = readParameters(await c.req.text(), c.req.header("content-type") ?? "");
    const { status, body } =
      shop === undefined
        ? tokenError(404, "not_found", "No such shop")
        : grant(devstore, shop, parameters);
    return c.json(body, status, { "cache-control": "no-store" });
  });
}

function grant(devstore: Devstore, shop: DevShop, parameters: Record<string, string>): Answer {
  const { apiKey, apiSecret } = devstore.appConfig;
  const { client_id = "", client_secret = "", grant_type = "" } = parameters;
  if (!same(client_id, apiKey) || !same(client_secret, apiSecret)) {
    return tokenError(400, "invalid_client", "Client authentication failed");
  }
  if (grant_type === exchangeGrant) return exchange(devstore, shop, parameters);
  if (grant_type === "refresh_token") return refresh(devstore, shop, parameters);
  return tokenError(400, "unsupported_grant_type", `Grant type ${grant_type} is not supported`);
}

function exchange(devstore: Devstore, shop: DevShop, parameters: Record<string, string>): Answer {
  const mode = modes[parameters.requested_token_type ?? ""];
  if (mode === undefined) return tokenError(400, "invalid_request", "Unknown requested_token_type");
  if (parameters.subject_token_type !== idTokenType) {
    return tokenError(400, "invalid_request", "Unknown subject_token_type");
  }
  const claims = readSessionToken(devstore, shop, parameters.subject_token ?? "");
  // A session token from before the removal must not bring the app back.
  const removedAt = shop.uninstalledAt === null ? 0 : Date.parse(shop.uninstalledAt) / 1000;
  if (claims === null || (shop.installation === null && claims.iat < Math.floor(removedAt))) {
    return invalidSubject();
  }
  const staff = findStaffMember(Number(claims.sub));
  // A token for a person is about somebody on the staff; one for the store is not about anybody.
  if (mode === "online" && staff === undefined) return invalidSubject();
  return devstore.state.transaction(() => {
    installApp(devstore, shop);
    const expiring = parameters.expiring === "1";
    const token =
      mode === "online" && staff !== undefined
        ? grantOnlineToken(devstore, shop, staff)
        : grantOfflineToken(devstore, shop, expiring);
    return { status: 200, body: grantTokenResponse(token) };
  });
}

function invalidSubject(): Answer {
  return tokenError(400, "invalid_subject_token", "The subject token is not valid");
}

function refresh(devstore: Devstore, shop: DevShop, parameters: Record<string, string>): Answer {
  return devstore.state.transaction(() => {
    const token = refreshGrant(devstore, shop, parameters.refresh_token ?? "");
    return token === null
      ? tokenError(400, "invalid_grant", "The refresh token is unknown, retired or expired")
      : { status: 200, body: grantTokenResponse(token) };
  });
}

function tokenError(status: 400 | 404, error: string, description: string): Answer {
  return { status, body: { error, error_description: description } };
}

function readParameters(body: string, contentType: string): Record<string, string> {
  if (!contentType.includes("json")) return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

function same(given: string, expected: string): boolean {
  const a = Buffer.from(String(given));
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
