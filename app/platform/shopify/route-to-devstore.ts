import { AsyncLocalStorage } from "node:async_hooks";
import { setAbstractFetchFunc } from "@shopify/shopify-api/runtime";
import { isShopDomain } from "./shop-domain.ts";

/** What every request to the platform goes through, the SDK's and the app's own. */
export type PlatformFetch = (address: string | URL, init?: RequestInit) => Promise<Response>;

/** The default timeout of a request. */
const defaultTimeoutMs = 15_000;

/**
 * The only way out to the platform. A store's address stays as it is, or becomes the stand-in's when
 * `devstoreUrl` is set, with the store's name in `x-forwarded-host`. Any other host is refused, so
 * that no input can ever make the app call somewhere else.
 */
export function createPlatformFetch(devstoreUrl: string | null): PlatformFetch {
  return async (address, init = {}) => {
    const asked = new URL(address);
    if (asked.protocol !== "https:" || asked.port !== "" || !isShopDomain(asked.hostname)) {
      throw new Error(`The app calls stores only, not ${asked.protocol}//${asked.host}`);
    }
    const headers = new Headers(init.headers);
    if (devstoreUrl !== null) headers.set("x-forwarded-host", asked.hostname);
    const target =
      devstoreUrl === null ? asked : new URL(`${asked.pathname}${asked.search}`, devstoreUrl);
    // The signal goes to fetch itself: a Request made of another one may lose it before it fires.
    const signal = init.signal ?? AbortSignal.timeout(defaultTimeoutMs);
    // A redirect would send the token, or the app's secret, to another host.
    return fetch(target, { ...init, headers, signal, redirect: "manual" });
  };
}

/** Where the platform keeps the files of its bulk operations. Their addresses carry their own signature. */
const resultHosts: ReadonlySet<string> = new Set(["storage.googleapis.com"]);

/** Fetches a file of the platform: from its storage, or the stand-in's, and from nowhere else. */
export function createResultFetch(devstoreUrl: string | null): (url: string) => Promise<Response> {
  return async (address) => {
    const asked = new URL(address);
    const isOurs =
      devstoreUrl === null
        ? asked.protocol === "https:" && asked.port === "" && resultHosts.has(asked.hostname)
        : asked.pathname.startsWith("/__dev/bulk-results/");
    if (!isOurs) throw new Error(`The platform keeps no files at ${asked.protocol}//${asked.host}`);
    const target =
      devstoreUrl === null ? asked : new URL(`${asked.pathname}${asked.search}`, devstoreUrl);
    return fetch(target, { redirect: "error" });
  };
}

const sdkFetch = new AsyncLocalStorage<PlatformFetch>();

/**
 * Has the SDK make the calls of `work` through `platformFetch`. By itself it knows one way for the whole process, which the last
 * who set one would have set for all.
 */
export function routeSdkThrough<T>(
  platformFetch: PlatformFetch,
  work: () => Promise<T>,
): Promise<T> {
  // Each time: the SDK's adapter sets its own when it is loaded.
  setAbstractFetchFunc(fetchAsRouted);
  return sdkFetch.run(platformFetch, work);
}

const fetchAsRouted: typeof fetch = async (input, init) => {
  const platformFetch = sdkFetch.getStore();
  if (!platformFetch) throw new Error("The SDK calls the platform only within routeSdkThrough");
  if (input instanceof Request) throw new Error("The SDK asks by address");
  return platformFetch(input, init);
};
