import { admitProxyKey } from "../admit-proxy.ts";
import type { ApiInterface } from "../api-interface.ts";
import { describeProxiedRefusal, refuseProxied } from "../refuse-proxied.ts";

/** The Churn API (contract, section 4.7): signed by the app proxy, keyed in the query. */
export const churnInterface: ApiInterface = {
  title: "Churn API",
  credentials: "proxy-key",
  admit: (admission) => admitProxyKey(admission, "churn"),
  describeRefusal: describeProxiedRefusal,
  refuse: refuseProxied,
};
