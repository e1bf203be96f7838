import { randomBytes } from "node:crypto";
import type { Devstore } from "../devstore.ts";
import type { DevAccessToken } from "../state/access-token.ts";
import type { DevShop } from "../state/shop.ts";
import { grantedScopes } from "./install-app.ts";
import { type DevStaffMember, findStaffMember } from "./staff.ts";

/** Lifetimes of machine time, as the platform gives them. */
const onlineSeconds = 24 * 60 * 60;
const offlineSeconds = 60 * 60;
const refreshSeconds = 90 * 24 * 60 * 60;
/** So long after its first use a refresh token may be tried again by an app that lost the answer. */
const recoverySeconds = 30 * 24 * 60 * 60;

/** A token with which the app acts for one staff member, until it expires. */
export function grantOnlineToken(
  devstore: Devstore,
  shop: DevShop,
  staff: DevStaffMember,
): DevAccessToken {
  return devstore.state.put(shop.domain, "accessToken", {
    id: `shpua_${randomBytes(16).toString("hex")}`,
    mode: "online",
    userId: staff.id,
    scopes: grantedScopes(devstore, shop),
    createdAt: new Date().toISOString(),
    expiresAt: secondsFromNow(onlineSeconds),
    refreshToken: null,
    refreshTokenExpiresAt: null,
  });
}

/**
 * A token for the app on this shop, whoever uses it. An offline token that does not expire is the same whenever it is
 * asked for; every other grant is a new one.
 */
export function grantOfflineToken(
  devstore: Devstore,
  shop: DevShop,
  expiring: boolean,
): DevAccessToken {
  const { state } = devstore;
  if (!expiring) {
    const lasting = state
      .list(shop.domain, "accessToken")
      .find((token) => token.mode === "offline" && token.expiresAt === null);
    if (lasting !== undefined) return lasting;
  }
  return state.put(shop.domain, "accessToken", {
    id: `shpat_${randomBytes(16).toString("hex")}`,
    mode: "offline",
    userId: null,
    scopes: grantedScopes(devstore, shop),
    createdAt: new Date().toISOString(),
    expiresAt: expiring ? secondsFromNow(offlineSeconds) : null,
    refreshToken: expiring ? `shprt_${randomBytes(16).toString("hex")}` : null,
    refreshTokenExpiresAt: expiring ? secondsFromNow(refreshSeconds) : null,
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
  const granted = grantOfflineToken(devstore, shop, true);
  return state.put(shop.domain, "accessToken", { ...granted, replaces: old.id });
}

/** Body of the token endpoint's answer. */
export function grantTokenResponse(token: DevAccessToken): Record<string, unknown> {
  const scope = compactScopes(token.scopes).join(",");
  const secondsLeft = (at: string | null) =>
    at === null ? null : Math.round((Date.parse(at) - Date.now()) / 1000);
  const staff = findStaffMember(token.userId ?? 0);
  if (staff !== undefined) {
    return {
      access_token: token.id,
      scope,
      expires_in: secondsLeft(token.expiresAt),
      associated_user_scope: scope,
      associated_user: {
        id: staff.id,
        first_name: staff.firstName,
        last_name: staff.lastName,
        email: staff.email,
        email_verified: true,
        account_owner: staff.accountOwner,
        locale: staff.locale,
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
