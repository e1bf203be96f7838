import type { Environment } from "#app/core/env.ts";
import type { AppContext } from "#app/domain/context.ts";
import type { AuthenticateAdmin } from "#app/platform/shopify/authenticate-admin.ts";
import type { Admission } from "./admission.ts";
import type { AnyRouteDeclaration } from "./declare-route.ts";

/**
 * What the server hands to every loader and action. Built once per process by `app/main-web.ts`,
 * outside the bundle of routes, so that routes never open pools or read the environment.
 */
export interface LoadContext {
  readonly app: AppContext;
  readonly environment: Environment;
  /** Recognises API keys and counts requests against the limits, many requests a query. */
  readonly admission: Admission;
  readonly signIn: {
    /** Signs in a visitor of the embedded admin, or throws the Response to give instead. */
    readonly authenticateAdmin: AuthenticateAdmin;
    /** Where the platform's script for embedded pages comes from. */
    readonly appBridgeUrl: string;
  };
  /** Every declared API route, for the OpenAPI document. */
  declarations(): readonly AnyRouteDeclaration[];
}

/** What Remix, or the direct dispatch, calls a loader or an action with. */
export interface RouteArguments {
  request: Request;
  params: Record<string, string | undefined>;
  context: LoadContext;
}
