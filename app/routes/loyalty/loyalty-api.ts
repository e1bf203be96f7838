import type { ApiDefinition } from "#app/http/api.ts";
import { authenticateProxy } from "#app/http/authenticate-proxy.ts";
import { describeProxiedError, toProxiedErrorResponse } from "#app/http/proxied-errors.ts";

/** The Loyalty API (contract, section 4.5): signed by the app proxy, without a key. */
export const loyaltyApi: ApiDefinition = {
  title: "Loyalty API",
  credentials: "proxy",
  limitsConcurrency: true,
  authenticate: authenticateProxy,
  describeError: describeProxiedError,
  toErrorResponse: toProxiedErrorResponse,
};
