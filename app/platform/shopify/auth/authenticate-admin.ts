import { ShopifyError } from "@shopify/shopify-api";
import type pg from "pg";
import type { StaffProfile } from "../../platform.ts";
import { createPlatformFetch, routeSdkThrough } from "../route-to-devstore.ts";
import { isShopDomain } from "../shop-domain.ts";
import { ANY_STORE, setAdminPageHeaders } from "./admin-page-headers.ts";
import { isUsable, offlineSessionId } from "./offline-tokens.ts";
import { createStaffProfileReader } from "./read-staff-profile.ts";
import { createSessionStorage } from "./session-storage.ts";
import { readTokenShop, sentToken } from "./session-token.ts";
import { createShopifyApp, type ShopifyApp, type ShopifyAppConfig } from "./shopify-app.ts";
import { createShopifySdk } from "./shopify-sdk.ts";
import type { TokenEncryption } from "./token-encryption.ts";
import { withShopLock } from "./with-shop-lock.ts";

type SdkContext = Awaited<ReturnType<ShopifyApp["authenticate"]["admin"]>>;

/** Who asks for a page of the embedded admin, as the platform has signed it. */
export interface AdminVisitor {
  shopDomain: string;
  /** The platform's numeric id of the member of staff, as text. */
  staffId: string;
  /** The locale that the admin opened the page with; null for the requests that follow. Not signed. */
  locale: string | null;
  /** Asks the platform for the person's name. Null when it does not say in time; never throws. */
  readProfile(): Promise<StaffProfile | null>;
  /** Redirects inside the frame, keeping what the next page needs to be signed in. */
  redirect: SdkContext["redirect"];
}

/**
 * Resolves to the visitor, or throws the Response to give instead (bounce page, 401, redirect).
 * The paths below `/auth/` that the SDK answers itself go through it too.
 */
export type AuthenticateAdmin = (request: Request) => Promise<AdminVisitor>;

/** The store whose valid session token the request carries; null without one. */
export type ReadSignedShop = (request: Request) => Promise<string | null>;

export interface AuthenticateAdminConfig extends Omit<ShopifyAppConfig, "sessionStorage"> {
  pool: pg.Pool;
  encryption: TokenEncryption;
  /** Called with the store's token stored and usable, before any page of it is let through. Repeatable. */
  onInstalled(shopDomain: string): Promise<void>;
}

/**
 * Signs in visitors of the embedded admin. A page's loaders run at once, and each would exchange the
 * session token for its own access token: here the first one does, and the others wait for it,
 * also across processes.
 */
export async function createAuthenticateAdmin(
  config: AuthenticateAdminConfig,
): Promise<AuthenticateAdmin & { signedShop: ReadSignedShop }> {
  const storage = createSessionStorage(config.pool, config.encryption);
  const exchanged = new Set<string>();
  const app = await createShopifyApp({
    ...config,
    sessionStorage: storage,
    onInstalled: (shopDomain) => {
      exchanged.add(shopDomain);
    },
  });
  const sdk = createShopifySdk(config);
  const platformFetch = createPlatformFetch(config.devstoreUrl);
  const readStaffProfile = createStaffProfileReader(config);
  const turns = new Map<string, Promise<unknown>>();

  function askSdk(request: Request): Promise<SdkContext> {
    return routeSdkThrough(platformFetch, () => app.authenticate.admin(request));
  }

  async function signedShop(request: Request): Promise<string | null> {
    const sent = sentToken(request);
    return sent && readTokenShop(sdk, sent.token);
  }

  /** Work for one store, one after the other within this process. */
  function inTurn<T>(shopDomain: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(shopDomain) ?? Promise.resolve();
    const turn = before.then(work, work);
    turns.set(shopDomain, turn);
    const leave = () => {
      if (turns.get(shopDomain) === turn) turns.delete(shopDomain);
    };
    turn.then(leave, leave);
    return turn;
  }

  async function isSignedIn(shopDomain: string): Promise<boolean> {
    return isUsable(await storage.loadSession(offlineSessionId(shopDomain)));
  }

  /**
   * True when the store is signed in and nobody is at its sign-in now. Asked again after the look at the
   * sessions: a token stored meanwhile is there before the installation that follows it is done.
   */
  async function isFreeToPass(shopDomain: string): Promise<boolean> {
    return !turns.has(shopDomain) && (await isSignedIn(shopDomain)) && !turns.has(shopDomain);
  }

  async function signIn(shopDomain: string, request: Request): Promise<SdkContext> {
    if (await isSignedIn(shopDomain)) return askSdk(request);
    const context = await withShopLock(config.pool, shopDomain, () => askSdk(request));
    if (exchanged.delete(shopDomain)) {
      try {
        await config.onInstalled(shopDomain);
      } catch (error) {
        // Without the token the next visit exchanges again, and so repeats what was not finished.
        await storage.deleteSession(offlineSessionId(shopDomain));
        throw error;
      }
    }
    return context;
  }

  const authenticate: AuthenticateAdmin = async (sent) => {
    if (!returnsToUs(sent, config.appUrl)) throw badRequest();
    const shopDomain = await signedShop(sent);
    const request = withReadableParameters(shopDomain === null ? withoutToken(sent) : sent);
    try {
      const isFree = shopDomain === null || (await isFreeToPass(shopDomain));
      const context = isFree
        ? await askSdk(request)
        : await inTurn(shopDomain, () => signIn(shopDomain, request));
      const signedStaff = {
        shopDomain: context.session.shop,
        staffId: context.sessionToken.sub,
        sessionToken: sentToken(request)?.token ?? "",
      };
      return {
        shopDomain: signedStaff.shopDomain,
        staffId: signedStaff.staffId,
        locale: new URL(sent.url).searchParams.get("locale"),
        readProfile: () => readStaffProfile(signedStaff),
        redirect: context.redirect,
      };
    } catch (thrown) {
      if (thrown instanceof Response && thrown.status === 500) throw platformSilent();
      if (thrown instanceof Response) throw framed(thrown, shopDomain, config.devstoreUrl);
      // The SDK's word for an address that it will not send anybody to.
      if (thrown instanceof Error && thrown.constructor === ShopifyError) throw badRequest();
      throw thrown;
    }
  };
  return Object.assign(authenticate, { signedShop });
}

/**
 * Removes an invalid token, because the SDK checks less and could accept it.
 *
 * @throws Response: asks a script to retry with a fresh token.
 */
function withoutToken(request: Request): Request {
  const sent = sentToken(request);
  if (sent?.place === "header") {
    throw new Response(null, {
      status: 401,
      headers: { "X-Shopify-Retry-Invalid-Session-Request": "1" },
    });
  }
  return sent === null ? request : withoutParameters(request, ["id_token"]);
}

/** Removes an unreadable shop or host, on which the SDK throws instead of answering an error. */
function withReadableParameters(request: Request): Request {
  const { searchParams } = new URL(request.url);
  const shop = searchParams.get("shop");
  const host = searchParams.get("host");
  const unreadable = [
    ...(shop !== null && !isShopDomain(shop) ? ["shop"] : []),
    ...(host !== null && !isHost(host) ? ["host"] : []),
  ];
  return unreadable.length === 0 ? request : withoutParameters(request, unreadable);
}

/** Whether the page that the SDK goes back to with a fresh token, if it is given one, is ours: the SDK goes anywhere. */
function returnsToUs(request: Request, appUrl: string): boolean {
  const target = new URL(request.url).searchParams.get("shopify-reload");
  if (target === null) return true;
  const ours = new URL(appUrl).origin;
  return URL.canParse(target, ours) && new URL(target, ours).origin === ours;
}

/** True for the base64 text of an address without its scheme. */
function isHost(text: string): boolean {
  return URL.canParse(`https://${Buffer.from(text, "base64").toString("utf8")}`);
}

function withoutParameters(request: Request, names: readonly string[]): Request {
  const url = new URL(request.url);
  for (const name of names) url.searchParams.delete(name);
  return new Request(url, { method: request.method, headers: request.headers });
}

/** What the SDK calls its own failure: the platform gave no token. It has logged why. */
function platformSilent(): Response {
  return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
}

function badRequest(): Response {
  return new Response("This address is not complete. Open the app from your store's admin.", {
    status: 400,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

/** The SDK's own pages, under our framing rule and without a hint to load App Bridge from elsewhere. */
function framed(
  response: Response,
  shopDomain: string | null,
  devstoreUrl: string | null,
): Response {
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  const headers = new Headers(response.headers);
  setAdminPageHeaders(headers, shopDomain ?? ANY_STORE, devstoreUrl);
  if (devstoreUrl !== null) headers.delete("link");
  return new Response(response.body, { status: response.status, headers });
}
