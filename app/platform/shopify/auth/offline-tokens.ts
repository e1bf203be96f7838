import { HttpResponseError, Session } from "@shopify/shopify-api";
import type pg from "pg";
import type { Logger } from "#app/lib/log.ts";
import { PlatformFailure } from "../../platform-failure.ts";
import { createSessionStorage, type SessionStorage } from "./session-storage.ts";
import type { TokenEncryption } from "./token-encryption.ts";
import { withShopLock } from "./with-shop-lock.ts";

/** The access tokens with which the app works for a store in the background. */
export interface OfflineTokens {
  /**
   * A token that is good for some minutes yet; renewed first when it is not.
   *
   * @throws PlatformFailure `not_connected` when the store has none, `unavailable` when the platform
   * does not answer and the stored one has run out.
   */
  current(shopDomain: string): Promise<string>;
  /**
   * Another token than `refused`, which the platform did not accept: the one that somebody else has
   * stored meanwhile, or a renewed one. When neither can be had the store is signed out.
   */
  replace(shopDomain: string, refused: string): Promise<string>;
}

export interface OfflineTokensConfig {
  pool: pg.Pool;
  encryption: TokenEncryption;
  /** The SDK's refresh_token grant. */
  renew(shopDomain: string, refreshToken: string): Promise<Session>;
  log: Logger;
}

/** Renewed this long before its end, as the SDK does: a call that starts now is over by then. */
const renewBeforeEndMs = 5 * 60_000;
/** What the platform gives, for an answer that does not say. */
const usualLifeMs = 60 * 60_000;
/** The platform gives up a refresh token only when its successor is used, so a lost answer is asked for again. */
const renewalAttempts = 2;
/** A process trusts a token so long without looking. One that is no longer good is refused by the platform, and read again then. */
const keptMs = 10_000;
/** Of so many stores. */
const mostKept = 1_000;
/** The error codes of an invalid refresh token. Any other error is about the app's own credentials. */
const deadTokenErrors = new Set(["invalid_grant", "invalid_request"]);

type Renewal =
  | { kind: "renewed"; session: Session }
  | { kind: "refused" }
  | { kind: "unanswered"; reason: string };

/** The id under which the SDK stores a store's offline session. */
export function offlineSessionId(shopDomain: string): string {
  return `offline_${shopDomain}`;
}

/** True when the session's token will hold for the next minutes. */
export function isUsable(session: Session | undefined): session is Session {
  return session?.isActive(undefined, renewBeforeEndMs) ?? false;
}

export function createOfflineTokens(config: OfflineTokensConfig): OfflineTokens {
  const stored = createSessionStorage(config.pool, config.encryption);
  const renewals = new Map<string, Promise<string>>();
  const kept = new Map<string, { session: Session; until: number }>();

  function keep(shopDomain: string, session: Session): string {
    if (kept.size >= mostKept) kept.clear();
    kept.set(shopDomain, { session, until: performance.now() + keptMs });
    return tokenOf(session);
  }

  /** One renewal at a time for each store: in this process by the map, across processes by the lock. */
  function renewOnce(shopDomain: string, refused: string | null): Promise<string> {
    const name = `${shopDomain} ${refused ?? ""}`;
    const running = renewals.get(name);
    if (running !== undefined) return running;
    const renewal = withShopLock(config.pool, shopDomain, (connection) =>
      renewLocked(config, createSessionStorage(connection, config.encryption), shopDomain, refused),
    ).finally(() => renewals.delete(name));
    renewals.set(name, renewal);
    return renewal;
  }

  return {
    async current(shopDomain) {
      const known = kept.get(shopDomain);
      if (known && known.until > performance.now() && isUsable(known.session)) {
        return tokenOf(known.session);
      }
      kept.delete(shopDomain);
      const session = await stored.loadSession(offlineSessionId(shopDomain));
      return isUsable(session) ? keep(shopDomain, session) : renewOnce(shopDomain, null);
    },
    replace(shopDomain, refused) {
      kept.delete(shopDomain);
      return renewOnce(shopDomain, refused);
    },
  };
}

async function renewLocked(
  config: OfflineTokensConfig,
  storage: SessionStorage,
  shopDomain: string,
  refused: string | null,
): Promise<string> {
  const session = await storage.loadSession(offlineSessionId(shopDomain));
  if (session?.accessToken === undefined) throw notConnected(shopDomain);
  if (isUsable(session) && session.accessToken !== refused) return session.accessToken;

  const renewal = await renewSession(config, session);
  if (renewal.kind === "renewed") {
    await storage.storeSession(renewal.session);
    return tokenOf(renewal.session);
  }
  const stillHolds = session.accessToken !== refused && !session.isExpired();
  if (renewal.kind === "unanswered") {
    config.log.warn({ shop: shopDomain, reason: renewal.reason }, "offline token not renewed");
    if (stillHolds) return session.accessToken;
    throw new PlatformFailure("unavailable", "The platform did not renew the store's access");
  }
  config.log.warn({ shop: shopDomain }, "refresh token refused");
  if (!stillHolds) {
    await storage.deleteSession(session.id);
    throw notConnected(shopDomain);
  }
  const { refreshToken: _, ...rest } = session.toObject();
  await storage.storeSession(new Session(rest));
  return session.accessToken;
}

async function renewSession(config: OfflineTokensConfig, session: Session): Promise<Renewal> {
  const { refreshToken, refreshTokenExpires } = session;
  if (refreshToken === undefined) return { kind: "refused" };
  if (refreshTokenExpires !== undefined && refreshTokenExpires.getTime() < Date.now()) {
    return { kind: "refused" };
  }
  let reason = "";
  for (let attempt = 1; attempt <= renewalAttempts; attempt += 1) {
    try {
      const renewed = await config.renew(session.shop, refreshToken);
      return { kind: "renewed", session: completed(renewed, session) };
    } catch (error) {
      if (isDeadToken(error)) return { kind: "refused" };
      reason = error instanceof Error ? error.name : "unknown";
    }
  }
  return { kind: "unanswered", reason };
}

/** An answer without a life or a successor must not leave a session that is never renewed again. */
function completed(renewed: Session, before: Session): Session {
  const { refreshToken, refreshTokenExpires } =
    renewed.refreshToken === undefined ? before : renewed;
  return new Session({
    ...renewed.toObject(),
    expires: renewed.expires ?? new Date(Date.now() + usualLifeMs),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(refreshTokenExpires !== undefined && { refreshTokenExpires }),
  });
}

function isDeadToken(error: unknown): boolean {
  if (!(error instanceof HttpResponseError)) return false;
  const { code, body } = error.response;
  if (code !== 400 && code !== 401) return false;
  const word = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  return typeof word === "string" && deadTokenErrors.has(word);
}

function tokenOf(session: Session): string {
  if (session.accessToken === undefined) throw notConnected(session.shop);
  return session.accessToken;
}

function notConnected(shopDomain: string): PlatformFailure {
  return new PlatformFailure("not_connected", `${shopDomain} is not connected to this app`);
}
