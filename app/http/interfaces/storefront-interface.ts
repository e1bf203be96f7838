import { isAppError } from "#app/core/app-error.ts";
import { admitProxyCustomer } from "../admit-proxy.ts";
import type { ApiInterface } from "../api-interface.ts";
import { describeProxiedRefusal, refuseProxied } from "../refuse-proxied.ts";

/**
 * What the shop's own widgets call through the app proxy. No key ever: the signed, logged-in customer
 * is the credential, and acts on their own things alone. Refusals carry `code`, by which a widget
 * chooses its own translated words.
 */
export const storefrontInterface: ApiInterface = {
  title: "Storefront (the shop's own widgets)",
  credentials: "proxy-customer",
  admit: admitProxyCustomer,
  describeRefusal: (code) => describeProxiedRefusal(code, "coded"),
  refuse: (error, request) =>
    refuseProxied(error, request, isAppError(error) ? { code: error.code } : {}),
};
