import { randomBytes } from "node:crypto";
import type { Devstore } from "../devstore.ts";
import type { DevAccessToken } from "../state/access-token.ts";
import type { DevShop } from "../state/shop.ts";
import { grantedScopes } from "./install-app.ts";
import { staffUserId } from "./mint-session-token.ts";

/** Lifetimes of machine time, as the platform gives them. */
const onlineSeconds = 24 * 60 * 60;
const offlineSeconds = 60 * 60;
const refreshSeconds = 90 * 24 * 60 * 60;
/** So long after its first use a refresh token may be tried again by an app that lost the answer. */
const recoverySeconds = 30 * 24 * 60 * 60;

/**
 * A token for the app on this shop. An offline token that does not expire is the same whenever it is
 * asked for; every other grant is a new one.
 */
export function grantToken(
  devstore: Devstore,
  shop: DevShop,
  mode: "online" | "offline",
  expiring: boolean,
): DevAccessToken {
  const { state } = devstore;
  if (mode === "offline" && !expiring) {
    const lasting = state
      .list(shop.domain, "accessToken")
      .find((token) => token.mode === "offline" && token.expiresAt === null);
    if (lasting !== undefined) return lasting;
  }
  const lifetime = mode === "online" ? onlineSeconds : expiring ? offlineSeconds : null;
  const refreshable = mode === "offline" && expiring;
  return state.put(shop.domain, "accessToken", {
    id: `${mode === "online" ? "shpua" : "shpat"}_${randomBytes(16).toString("hex")}`,
    mode,
    userId: mode === "online" ? staffUserId : null,
    scopes: grantedScopes(devstore, shop),
    createdAt: new Date().toISOString(),
    expiresAt: lifetime === null ? null : secondsFromNow(lifetime),
    refreshToken: refreshable ? `shprt_${randomBytes(16).toString("hex")}` : null,
    refreshTokenExpiresAt: refreshable ? secondsFromNow(refreshSeconds) : null,
  });
}

/**
 * A new token for a refresh token. The new token brings the next refresh token, whose first use retires
 * the one before: until then an app that lost the answer may ask again. Null when the refresh token is
 * unknown, retired or expired.
 */
export function refreshGrant(
  devstore: Devstore,
  shop: DevShop,
  refreshToken: string,
): DevAccessToken | null {
  const { state } = devstore;
  const old = state
    .list(shop.domain, "accessToken")
    .find((token) => token.refreshToken !== null && token.refreshToken === refreshToken);
  if (old === undefined || shop.installation === null) return null;
  if (Date.parse(old.refreshTokenExpiresAt ?? "") <= Date.now()) return null;
  const usedAt = old.refreshTokenUsedAt ?? new Date().toISOString();
  if (Date.parse(usedAt) + recoverySeconds * 1000 <= Date.now()) return null;
  state.put(shop.domain, "accessToken", { ...old, refreshTokenUsedAt: usedAt });
  const before = state.get(shop.domain, "accessToken", old.replaces ?? "");
  if (before !== undefined) {
    state.put(shop.domain, "accessToken", { ...before, refreshToken: null });
  }
  const granted = grantToken(devstore, shop, "offline", true);
  return state.put(shop.domain, "accessToken", { ...granted, replaces: old.id });
}

/** Body of the token endpoint's answer. */
export function grantTokenResponse(token: DevAccessToken): Record<string, unknown> {
  const scope = compactScopes(token.scopes).join(",");
  const secondsLeft = (at: string | null) =>
    at === null ? null : Math.round((Date.parse(at) - Date.now()) / 1000);
  if (token.mode === "online") {
    return {
      access_token: token.id,
      scope,
      expires_in: secondsLeft(token.expiresAt),
      associated_user_scope: scope,
      associated_user: {
        id: token.userId,
        first_name: "Dana",
        last_name: "Developer",
        email: "dana@dev.example",
        email_verified: true,
        account_owner: true,
        locale: "en",
        collaborator: false,
      },
    };
  }
  return {
    access_token: token.id,
    scope,
    ...(token.expiresAt === null
      ? {}
      : {
          expires_in: secondsLeft(token.expiresAt),
          refresh_token: token.refreshToken,
          refresh_token_expires_in: secondsLeft(token.refreshTokenExpiresAt),
        }),
  };
}

/** The platform leaves out a scope to read where the one to write is granted too. */
function compactScopes(scopes: string[]): string[] {
  return scopes.filter((scope) => {
    return !(scope.startsWith("read_") && scopes.includes(`write_${scope.slice(5)}`));
  });
}

function secondsFromNow(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}
