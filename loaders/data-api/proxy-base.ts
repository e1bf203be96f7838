import { LoadError } from "../load-error.ts";

const LOCAL_HOSTS = /^(localhost|[a-z0-9-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The address below which the Data API is, `https://<store>/apps/service-api/v1`, without a slash at its end.
 *
 * @throws LoadError when it is no address, carries a query or a password, or would send the key over a
 *   network unencrypted.
 */
export function parseProxyBase(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new LoadError("The store's address must look like https://<store>/apps/service-api/v1.");
  }
  if (url.search || url.hash || url.username || url.password) {
    throw new LoadError("The store's address takes no key, query or password.");
  }
  if (url.protocol === "http:" && !LOCAL_HOSTS.test(url.hostname)) {
    throw new LoadError(
      "The store's address must begin with https://, or the key would travel unencrypted.",
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
