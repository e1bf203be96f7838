import type { ApiDefinition } from "#app/http/api.ts";
import { authenticateProxyCustomer } from "#app/http/authenticate-proxy.ts";
import { describeProxiedError } from "#app/http/proxied-errors.ts";
import { toShopperErrorResponse } from "./shopper-errors.ts";

/**
 * What the shop's own widgets call through the app proxy. No key ever: the signed, logged-in customer
 * is the credential, and acts on their own things alone. Errors carry `code`, by which a widget
 * chooses its own translated words.
 */
export const storefrontApi: ApiDefinition = {
  title: "Storefront (the shop's own widgets)",
  credentials: "proxy-customer",
  limitsConcurrency: true,
  authenticate: authenticateProxyCustomer,
  describeError: (code) => describeProxiedError(code, "coded"),
  toErrorResponse: toShopperErrorResponse,
};
