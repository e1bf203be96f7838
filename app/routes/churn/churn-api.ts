import type { ApiDefinition } from "#app/http/api.ts";
import { authenticateProxyKey } from "#app/http/authenticate-proxy.ts";
import { describeProxiedError, toProxiedErrorResponse } from "#app/http/proxied-errors.ts";

/** The Churn API (contract, section 4.7): signed by the app proxy, keyed in the query. */
export const churnApi: ApiDefinition = {
  title: "Churn API",
  credentials: "proxy-key",
  limitsConcurrency: true,
  authenticate: (request) => authenticateProxyKey(request, "churn"),
  describeError: describeProxiedError,
  exampleMessages: { not_found: "There is no such contract." },
  toErrorResponse: toProxiedErrorResponse,
};
