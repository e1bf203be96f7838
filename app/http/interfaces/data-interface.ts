import { admitProxyKey } from "../admit-proxy.ts";
import type { ApiInterface } from "../api-interface.ts";
import { describeProxiedRefusal, refuseProxied } from "../refuse-proxied.ts";

/** The Data API (contract, section 4.2): signed by the app proxy, keyed in the query. */
export const dataInterface: ApiInterface = {
  title: "Data API",
  credentials: "proxy-key",
  admit: (admission) => admitProxyKey(admission, "data"),
  describeRefusal: describeProxiedRefusal,
  refuse: refuseProxied,
};
