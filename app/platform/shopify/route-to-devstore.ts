import { setAbstractFetchFunc } from "@shopify/shopify-api/runtime";
import { isShopDomain } from "./shop-domain.ts";

/** What every request to the platform goes through, the SDK's and the app's own. */
export type PlatformFetch = typeof globalThis.fetch;

/** A request that says nothing about its patience is given up after this long. */
const defaultTimeoutMs = 15_000;

/**
 * The only way out to the platform. A store's address stays as it is, or becomes the stand-in's when
 * `devstoreUrl` is set, with the store's name in `x-forwarded-host`. Any other host is refused, so
 * that no input can ever make the app call somewhere else.
 */
export function createPlatformFetch(devstoreUrl: string | null): PlatformFetch {
  return async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    if (asked.protocol !== "https:" || asked.port !== "" || !isShopDomain(asked.hostname)) {
      throw new Error(`The app calls stores only, not ${asked.protocol}//${asked.host}`);
    }
    const request = new Request(input, {
      ...init,
      // A redirection would carry the token, or the app's secret, to whoever it names.
      redirect: "manual",
      signal:
        init?.signal ??
        (input instanceof Request ? input.signal : AbortSignal.timeout(defaultTimeoutMs)),
    });
    if (devstoreUrl === null) return fetch(request);
    const target = new URL(`${asked.pathname}${asked.search}`, devstoreUrl);
    const headers = new Headers(request.headers);
    headers.set("x-forwarded-host", asked.hostname);
    return fetch(new Request(target, new Request(request, { headers })));
  };
}

/** Makes the SDK use `platformFetch`. Call it after the SDK is loaded: its adapter sets another one then. */
export function routeSdkThrough(platformFetch: PlatformFetch): void {
  setAbstractFetchFunc(platformFetch);
}
