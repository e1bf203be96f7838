import type { ApiDefinition } from "#app/http/api.ts";
import { authenticateProxyKey } from "#app/http/authenticate-proxy.ts";
import { describeProxiedError, toProxiedErrorResponse } from "#app/http/proxied-errors.ts";

/** The Data API (contract, section 4.2): signed by the app proxy, keyed in the query. */
export const dataApi: ApiDefinition = {
  title: "Data API",
  credentials: "proxy-key",
  limitsConcurrency: true,
  authenticate: (request) => authenticateProxyKey(request, "data"),
  describeError: describeProxiedError,
  toErrorResponse: toProxiedErrorResponse,
};
