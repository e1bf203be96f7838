import type { AppContext } from "#app/domain/context.ts";
import type { Environment } from "#app/lib/env.ts";
import type { Authenticator } from "./authenticator.ts";
import type { ShopperWrites } from "./shopper-writes.ts";
import type { StoreRequests } from "./store-requests.ts";

/**
 * What the API boundary needs from its process, for every route. Built once by `app/main-web.ts`, outside the
 * bundle of routes, so routes never open pools or read the environment.
 */
export interface ApiContext {
  readonly app: AppContext;
  readonly environment: Environment;
  /** Recognizes API keys and counts requests against the limits. */
  readonly authenticator: Authenticator;
  /** The requests of each store that this process works on. */
  readonly storeRequests: StoreRequests;
  readonly shopperWrites: ShopperWrites;
}

/** What Remix, or the direct dispatch, calls a loader or an action with. */
export interface ApiArguments {
  request: Request;
  params: Record<string, string | undefined>;
  context: ApiContext;
}
