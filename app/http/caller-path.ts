/** What the store's app proxy answers at, unless the merchant has chosen another place. */
export const STORE_PATH = "/apps/service-api/v1/";

/**
 * The path of a route as its callers use it: what is declared below /proxy/v1 is called at the store's own address, whose
 * app proxy signs each request and hands it on.
 */
export function callerPath(declaredPath: string): string {
  return declaredPath.replace(/^\/proxy\/v1\//, STORE_PATH);
}

/** Whether a path of a caller begins at the store's address; at the service's otherwise. */
export const isAtStore = (path: string): boolean => path.startsWith(STORE_PATH);
